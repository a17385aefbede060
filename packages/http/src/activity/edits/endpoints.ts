import { additionOf, type ByHand, correctionOf, type InvalidInput, type NoSuchItem } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Endpoint } from "../../wire/endpoint.ts"
import { JsonBody } from "../../wire/middleware.ts"
import { badRequest, NotFound, notFound } from "../../wire/errors.ts"
import type { WireForm } from "../../wire/form.ts"
import { text } from "../../wire/query.ts"

const ItemId = text("The id of the item")

const Target = Schema.Struct({
  into: Schema.Union([text("The id of the item that it becomes a part of"), Schema.Finite]).annotate({
    description: "The id of the item that it becomes a part of",
    message: "must be the id of the item that it becomes a part of",
  }),
}).annotate({ examples: [{ into: "2" }] })

// Elsewhere unknown fields are ignored. An edit is permanent: a misspelt one must not appear to work.
const refuseOthers = { onExcessProperty: "error" } as const

/** The edit endpoints of a type, such as `Run`, under its domain. `shown` is one item in responses. */
export const editEndpoints = <const Name extends string, ItemEditState extends ByHand, A, Json>(
  name: Name,
  domain: string,
  hand: ItemEditState,
  shown: WireForm<A, Json>,
) => {
  const { insteadOfAdding, type } = hand
  const one = `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`
  const path = `/v1/admin/${domain}/${type}` as const
  return [
    Endpoint.post(`add${name}`, path, {
      payload: additionOf(hand),
      success: [
        shown.pipe(HttpApiSchema.status(201)),
        shown.annotate({ description: "It is there already" }),
      ] as const,
      summary: `Add ${one}`,
      description: insteadOfAdding ?? "No sync and no import changes or removes it.",
    })
      .middleware(JsonBody)
      .annotate(HttpApi.PayloadParseOptions, refuseOthers),
    Endpoint.patch(`correct${name}`, `${path}/:id`, {
      params: { id: ItemId },
      payload: correctionOf(hand),
      success: shown,
      error: NotFound,
      summary: `Correct ${one}`,
      description:
        "The fields you send override synced data, now and in later syncs; null restores the synced value.",
    })
      .middleware(JsonBody)
      .annotate(HttpApi.PayloadParseOptions, refuseOthers),
    Endpoint.delete(`remove${name}`, `${path}/:id`, {
      params: { id: ItemId },
      error: NotFound,
      summary: `Remove ${one}`,
      description: "The item stays removed after later syncs until you undo the removal.",
    }),
    Endpoint.post(`merge${name}`, `${path}/:id/merge`, {
      params: { id: ItemId },
      payload: Target,
      success: shown,
      error: NotFound,
      summary: `Merge ${one} into another`,
      description:
        "The first item is merged into the second and fills in its missing fields. Both ids then resolve to the second.",
    }).middleware(JsonBody),
  ] as const
}

/** Responds to a failed edit. */
export const refusedEdit = <A, R>(work: Effect.Effect<A, InvalidInput | NoSuchItem, R>) =>
  Effect.mapError(work, (error) =>
    error._tag === "InvalidInput"
      ? badRequest(error.message)
      : notFound(`There is no ${error.type} ${error.id.slice(0, 100)}`),
  )
