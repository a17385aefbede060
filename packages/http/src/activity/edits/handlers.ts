import {
  createItem,
  type ByHand,
  updateItem,
  type EditFields,
  type EditStore,
  mergeItem,
  removeItem,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Caller } from "../../middleware/access/caller.ts"
import { type notFound, refused } from "../../wire/errors.ts"
import { shownIn, type WireForm } from "../../wire/form.ts"
import { refusedEdit } from "./endpoints.ts"

/** How edited items are stored and shown. */
export interface EditedShown<A, Json, R> {
  readonly store: Effect.Effect<EditStore, never, R>
  readonly form: WireForm<A, Json>
  /** The item that an id resolves to. */
  readonly shown: (id: string) => Effect.Effect<NoInfer<A>, ReturnType<typeof notFound>, R>
}

/** The fields that name an item, the best first. */
const names = ["name", "title", "track", "movie", "show", "venue_name", "text"]

export interface AtItem {
  readonly params: { readonly id: string }
}

export interface WithFields {
  readonly payload: EditFields
}

/** The name in an item's JSON; for a play, a watch or a visit, the name of the track, film or venue. */
const nameIn = (json: unknown): string => {
  if (typeof json === "string") return json
  if (!Predicate.isObject(json)) return ""
  const one: Readonly<Record<string, unknown>> = { ...json }
  return nameIn(names.map((name) => one[name]).find((value) => nameIn(value) !== ""))
}

/** The handlers of `editEndpoints`. */
export const editHandlers = Effect.fnUntraced(function* <const Name extends string, A, Json, R>(
  name: Name,
  hand: ByHand,
  { form, shown, store: storeOf }: EditedShown<A, Json, R>,
) {
  const services = yield* Effect.context<R | DateTime.CurrentTimeZone>()
  const store = yield* storeOf
  const { type } = hand

  const show = Effect.fnUntraced(function* (id: string) {
    const item = yield* Effect.provideContext(shown(id), services)
    // What is hidden is read again: the versions of the request are those before the edit.
    const caller = { ...(yield* Caller), versions: new Map() }
    const json = yield* Effect.provideService(shownIn(form, item), Caller, caller)
    return json ?? (yield* Effect.die("the owner sees every item"))
  })

  const add = Effect.fnUntraced(function* ({ payload }: WithFields) {
    const { id, isNew } = yield* createItem(store, hand, payload).pipe(
      Effect.catchTag("NoSuchItem", Effect.die),
      refused,
      Effect.provideContext(services),
    )
    const json = yield* show(id).pipe(Effect.orDie)
    // Both successes have the same form and the first, the 201, is used: the 200 is built here.
    return isNew ? json : HttpServerResponse.jsonUnsafe(json)
  })

  const correct = Effect.fnUntraced(function* ({ params, payload }: AtItem & WithFields) {
    const edit = updateItem(store, hand, params.id, payload)
    const { id } = yield* refusedEdit(edit).pipe(Effect.provideContext(services))
    return yield* show(id)
  })

  const remove = Effect.fnUntraced(function* ({ params }: AtItem) {
    // Nothing has a name under an id that is none: the edit itself refuses it.
    const name = yield* Effect.exit(Effect.map(show(params.id), nameIn))
    yield* refusedEdit(removeItem(store, type, params.id, Exit.isSuccess(name) ? name.value : ""))
  })

  const merge = Effect.fnUntraced(function* ({
    params,
    payload,
  }: AtItem & { readonly payload: { readonly into: string | number } }) {
    const { id } = yield* refusedEdit(mergeItem(store, type, params.id, String(payload.into)))
    return yield* show(id)
  })

  return {
    [`add${name}`]: add,
    [`correct${name}`]: correct,
    [`remove${name}`]: remove,
    [`merge${name}`]: merge,
  } as Readonly<
    Record<`add${Name}`, typeof add> &
      Record<`correct${Name}`, typeof correct> &
      Record<`remove${Name}`, typeof remove> &
      Record<`merge${Name}`, typeof merge>
  >
})
