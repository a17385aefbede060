import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { answer } from "../../assistants/answer.ts"
import {
  ask,
  askKind,
  days,
  optional,
  part,
  pathPart,
  readTool,
  takesDays,
  words,
} from "../../assistants/tool.ts"

const askArticles = askKind({
  articles: {
    path: "/v1/reading/articles",
    takes: { query: "q", status: "status", author: "author", tag: "tag", ...takesDays },
  },
  highlights: { path: "/v1/reading/highlights", takes: { query: "q", ...takesDays } },
})

const articles = readTool(
  "articles",
  {
    title: "Articles and highlights",
    description:
      "The user's saved and read articles, or highlighted passages: what did I read about a topic, what is unread, which by this author, what did I mark. Pass an id from the result to read_article for the text.",
    parameters: {
      kind: optional(Schema.Literals(["articles", "highlights"]), "articles if not given"),
      query: optional(words, "Words of the title or the passage"),
      status: optional(
        Schema.Literals(["unread", "reading", "finished", "skipped", "abandoned"]),
        "Only articles in this state",
      ),
      author: optional(words, "Only articles by this author"),
      tag: optional(words, "Only articles with this tag"),
      ...days,
      ...part,
    },
  },
  ({ kind = "articles", ...asked }) => askArticles(kind, asked),
)

/** UTF-16 units of one part of a text. */
const partLength = 6_000

const Whole = Schema.StructWithRest(Schema.Struct({ body: Schema.String }), [
  Schema.Record(Schema.String, Schema.Unknown),
])
const wholeIn = Schema.decodeUnknownEffect(Whole)

const readArticle = readTool(
  "read_article",
  {
    title: "Read an article",
    description:
      "The text of one saved article, with its highlights. Long texts come in parts; request the next part if the result says there is one.",
    parameters: {
      id: Schema.Int.annotate({ description: "The article's id, from search or articles" }),
      part: optional(
        Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })),
        "Which part of the text: 1 if not given",
      ),
    },
  },
  Effect.fnUntraced(function* ({ id, part = 1 }) {
    const said = yield* ask({ path: `/v1/reading/articles/${pathPart(id)}` })
    const { body, ...about } = yield* Effect.orElseSucceed(wholeIn(said), () => ({ body: "" }))
    const parts = Math.max(1, Math.ceil(body.length / partLength))
    const text = body.slice((part - 1) * partLength, part * partLength)
    const told = answer({ ...(part === 1 ? about : { id }), part, parts, text: text.toWellFormed() })
    return part < parts ? { ...told, more: `Part ${part} of ${parts}: ask for part ${part + 1}.` } : told
  }),
)

/** The tools of assistants about reading. */
export const readingTools = [articles, readArticle]
