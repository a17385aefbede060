import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { answer } from "../answer.ts"
import { ask, pathPart, words, writeTool } from "../tool.ts"

/** The types of items that are edited by hand, with the domain of each. */
const domainOf = {
  play: "listening",
  artist: "listening",
  album: "listening",
  track: "listening",
  article: "reading",
  highlight: "reading",
  watch: "watching",
  movie: "watching",
  show: "watching",
  run: "running",
  event: "attending",
  venue: "attending",
  performer: "attending",
  record: "collecting",
  media: "collecting",
  "check-in": "places",
  place: "places",
} as const

type Type = keyof typeof domainOf

const types = Object.keys(domainOf) as ReadonlyArray<Type> as readonly [Type, ...ReadonlyArray<Type>]

const type = Schema.Literals(types).annotate({ description: "The type of the item" })
const id = Schema.Union([words, Schema.Int]).annotate({
  description: "The item's id, from other results",
})
const fields = Schema.Record(Schema.String, Schema.Json).annotate({
  description:
    "Its fields, named as in the activity API. An invalid one returns an error that lists the valid fields",
})

const pathOf = (type: Type) => `/v1/admin/${domainOf[type]}/${type}`

const add = writeTool(
  "add",
  {
    title: "Add an item",
    description:
      "Store something the user did that no service reports: a run, a film watched, a concert, a record, a visit. No sync changes it. Only do this when the user asks for it.",
    parameters: { type, fields },
  },
  ({ fields, type }) => Effect.map(ask({ method: "POST", path: pathOf(type), body: fields }), answer),
)

const correct = writeTool(
  "correct",
  {
    title: "Correct an item",
    description:
      "Change fields of a stored item. They override synced data until set to null. Only do this when the user asks for it.",
    parameters: { type, id, fields },
  },
  ({ fields, id, type }) =>
    Effect.map(ask({ method: "PATCH", path: `${pathOf(type)}/${pathPart(id)}`, body: fields }), answer),
)

const remove = writeTool(
  "remove",
  {
    title: "Remove an item",
    description:
      "Remove a stored item, even if a service reports it again. take_back undoes it. Only do this when the user asks for it.",
    parameters: { type, id },
  },
  ({ id, type }) =>
    Effect.as(
      ask({ method: "DELETE", path: `${pathOf(type)}/${pathPart(id)}` }),
      answer({ removed: { type, id } }),
    ),
)

const takeBack = writeTool(
  "take_back",
  {
    title: "Take an edit back",
    description:
      "Without an id: the latest edits, each with its id. With the id of an edit: undo that edit. Only do this when the user asks for it.",
    parameters: {
      edit: Schema.optionalKey(Schema.Int.annotate({ description: "The id of the edit to undo" })),
    },
  },
  ({ edit }) =>
    edit === undefined
      ? Effect.map(ask({ path: "/v1/admin/edits", query: { limit: 20 } }), answer)
      : Effect.as(
          ask({ method: "DELETE", path: `/v1/admin/edits/${pathPart(edit)}` }),
          answer({ taken_back: edit }),
        ),
)

const sync = writeTool(
  "sync",
  {
    title: "Sync now",
    description: "Sync the services of one kind of activity now instead of at the next scheduled sync.",
    parameters: {
      domain: Schema.Literals([
        "listening",
        "reading",
        "watching",
        "running",
        "attending",
        "collecting",
        "places",
      ]).annotate({ description: "The kind of activity" }),
    },
  },
  ({ domain }) => Effect.map(ask({ method: "POST", path: `/v1/admin/sync/${domain}` }), answer),
)

/** Tools that write: for admin keys, where the operator allows it. */
export const writes = Layer.mergeAll(add, correct, remove, takeBack, sync)
