import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { answer } from "../answer.ts"
import type { Domain } from "@daybook/kernel"
import { ask, type AssistantTool, pathPart, words, writeTool } from "../tool.ts"

/** The domain and the type of editable items, under the words with which a model names them. */
const typesOf = (domains: ReadonlyArray<Domain>) => {
  const paths = new Map<string, string>()
  for (const { edited = [], name } of domains)
    for (const { type } of edited)
      // A type of two domains is named with the second's.
      paths.set(paths.has(type) ? `${name}/${type}` : type, `${name}/${type}`)
  return paths
}

const id = Schema.Union([words, Schema.Int]).annotate({
  description: "The item's id, from other results",
})
const fields = Schema.Record(Schema.String, Schema.Json).annotate({
  description:
    "Its fields, named as in the activity API. An invalid one returns an error that lists the valid fields",
})

/** Tools that edit items manually. */
const editTools = (domains: ReadonlyArray<Domain>): ReadonlyArray<AssistantTool> => {
  const paths = typesOf(domains)
  const type = Schema.Literals([...paths.keys()]).annotate({ description: "The type of the item" })
  const pathOf = (type: string) => `/v1/admin/${paths.get(type) ?? pathPart(type)}`
  if (paths.size === 0) return []
  return [
    writeTool(
      "add",
      {
        title: "Add an item",
        description:
          "Store something the user did that no service reports: a run, a film watched, a concert, a record, a visit. No sync changes it. Only do this when the user asks for it.",
        parameters: { type, fields },
      },
      ({ fields, type }) => Effect.map(ask({ method: "POST", path: pathOf(type), body: fields }), answer),
    ),
    writeTool(
      "correct",
      {
        title: "Correct an item",
        description:
          "Change fields of a stored item. They override synced data until set to null. Only do this when the user asks for it.",
        parameters: { type, id, fields },
      },
      ({ fields, id, type }) =>
        Effect.map(ask({ method: "PATCH", path: `${pathOf(type)}/${pathPart(id)}`, body: fields }), answer),
    ),
    writeTool(
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
    ),
  ]
}

const takeBack = writeTool(
  "take_back",
  {
    title: "Undo an edit",
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

const sync = (names: ReadonlyArray<string>) =>
  writeTool(
    "sync",
    {
      title: "Sync now",
      description: "Sync the services of one kind of activity now instead of at the next scheduled sync.",
      parameters: {
        domain: Schema.Literals(names).annotate({ description: "The kind of activity" }),
      },
    },
    ({ domain }) => Effect.map(ask({ method: "POST", path: `/v1/admin/sync/${domain}` }), answer),
  )

/** Tools that write: for admin keys, where the operator allows it. */
export const writeTools = (domains: ReadonlyArray<Domain>): ReadonlyArray<AssistantTool> => {
  const synced = domains.flatMap(({ name, sync }) => (sync === undefined ? [] : [name]))
  return [...editTools(domains), takeBack, ...(synced.length === 0 ? [] : [sync(synced)])]
}
