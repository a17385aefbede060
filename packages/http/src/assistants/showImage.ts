import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as McpSchema from "effect/ai/McpSchema"
import * as McpServer from "effect/ai/McpServer"
import { type ApiCalls, ImageBytes, Refused } from "./apiCalls.ts"
import { ask, pathPart, words } from "./tool.ts"

/** The paths of items that have an image, by the type that a model names. */
const paths = {
  artist: "/v1/listening/artists",
  album: "/v1/listening/albums",
  track: "/v1/listening/tracks",
  article: "/v1/reading/articles",
  book: "/v1/reading/books",
  film: "/v1/watching/movies",
  show: "/v1/watching/shows",
  record: "/v1/collecting/records",
  media: "/v1/collecting/media",
} as const

const types = ["artist", "album", "track", "article", "book", "film", "show", "record", "media"] as const

const Parameters = Schema.Struct({
  type: Schema.Literals(types).annotate({ description: "What the id is of" }),
  id: Schema.Union([Schema.Int, words]).annotate({ description: "The item's id, from other results" }),
})
const parametersIn = Schema.decodeUnknownEffect(Parameters)

const Item = Schema.Struct({ image: Schema.Struct({ url: Schema.String }) })
const itemIn = Schema.decodeUnknownOption(Item)
const bytesIn = Schema.decodeUnknownOption(ImageBytes)

const none = (type: string) => new Refused({ message: `Daybook has no image of this ${type} stored` })

/** The image of an item, as it is stored here. Its URL at the source is not fetched. */
const imageOf = Effect.fnUntraced(function* ({ id, type }: typeof Parameters.Type) {
  const item = itemIn(yield* ask({ path: `${paths[type]}/${pathPart(id)}` }))
  const url = Option.match(item, { onNone: () => "", onSome: ({ image }) => image.url })
  const [, hash] = /\/v1\/images\/([0-9a-f]{64})\//.exec(url) ?? []
  if (hash === undefined) return yield* none(type)
  const found = bytesIn(yield* ask({ path: `/v1/images/${hash}/medium` }))
  return Option.isNone(found) ? yield* none(type) : found.value
})

const refusedWith = (message: string) =>
  new McpSchema.CallToolResult({ isError: true, content: [{ type: "text", text: message }] })

const handle = (payload: unknown) =>
  parametersIn(payload).pipe(
    Effect.mapError(() => new Refused({ message: `Pass type, one of ${types.join(", ")}, and id` })),
    Effect.flatMap((asked) =>
      Effect.map(
        imageOf(asked),
        ({ data, mimeType }) =>
          new McpSchema.CallToolResult({
            content: [
              { type: "image", data, mimeType },
              { type: "text", text: `The image of ${asked.type} ${asked.id}` },
            ],
          }),
      ),
    ),
    Effect.catch(({ message }) => Effect.succeed(refusedWith(message))),
  )

/** The tool that shows an image. A toolkit cannot have it: its results are texts. */
export const showImage: Layer.Layer<
  never,
  never,
  McpServer.McpServer | McpServer.McpRequest<"Requires", ApiCalls>
> = Layer.effectDiscard(
  Effect.gen(function* () {
    const registry = yield* McpServer.McpServer
    const { schema } = Schema.toJsonSchemaDocument(Parameters)
    yield* registry.addTool({
      tool: new McpSchema.Tool({
        name: "show_image",
        description:
          "Show the cover, poster or photo of one item: an artist, album or track, an article or book, a film or show, a record or film on the shelf. Use it when the user wants to see it, or to describe how it looks.",
        inputSchema: { ...schema, type: "object" },
        annotations: {
          title: "Show an image",
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      }),
      annotations: Context.empty(),
      // They contain the middleware that finds the assistant.
      services: yield* Effect.context<never>(),
      handle: handle as never,
    })
  }),
) as never
