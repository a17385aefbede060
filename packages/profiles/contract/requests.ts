import {
  type Erasing,
  fieldOfOperation,
  mergeInto,
  type OfferedRequest,
  type Operation,
  type Place,
  type ProfileChange,
  ProfileStore,
  type PropertyValue,
  readBatch,
  readerOf,
  RequestId,
  type SingleOperation,
  type Version,
  WorkspaceId,
  WorkspaceKeyId,
} from "@daybook/profiles"
import { InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** The time when the requests of tests are accepted, unless they say otherwise. */
export const noon = Date.UTC(2026, 6, 15, 12)

export const place = (workspace: string, version: Version = "live"): Place => ({
  workspace: WorkspaceId.make(workspace),
  version,
})

export const home = place("home")

/** The facts of an erasure that no test requests. */
export const erasing: Erasing = {
  requestId: "0f9a3c52-6d0e-4c1b-9b58-2f1f0a7f6d11",
  key: WorkspaceKeyId.make(1),
  keyName: "a key",
  hashOf: (distinctId) => `hash of ${distinctId}`,
}

let made = 0

/** An id as it is made at an instant, unique in this process. */
export const idAt = (at: number): RequestId => {
  made += 1
  const time = at.toString(16).padStart(12, "0")
  return RequestId.make(
    `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${made.toString(16).padStart(12, "0")}`,
  )
}

type Properties = Readonly<Record<string, unknown>>

interface Sending {
  readonly at?: Place
  readonly key?: string
  readonly now?: number
}

const offered = (
  operation: Operation,
  changes: ReadonlyArray<ProfileChange>,
  body: string,
  { at = home, key, now = noon }: Sending,
): OfferedRequest => ({
  ...at,
  requestId: idAt(now),
  operation,
  changes,
  idempotency: key === undefined ? undefined : { key, bodyHash: body },
})

/** A request of any operation, as read from its body. */
export const requestOf = (
  operation: SingleOperation,
  distinctId: string,
  given: unknown,
  more: Sending = {},
): OfferedRequest => {
  const body = JSON.stringify({ distinct_id: distinctId, [fieldOfOperation[operation]]: given })
  const read = readerOf(operation)(body)
  if (read instanceof InvalidInput) throw read
  return offered(operation, [read], body, more)
}

/** A set-once request, as read from its body. */
export const request = (distinctId: string, properties: Properties, more: Sending = {}): OfferedRequest =>
  requestOf("set-once", distinctId, properties, more)

/** A batch, as read from its body. */
export const batchOf = (
  items: ReadonlyArray<readonly [distinctId: string, action: Properties]>,
  more: Sending = {},
): OfferedRequest => {
  const body = JSON.stringify({
    batch: items.map(([distinctId, action]) => ({ distinct_id: distinctId, action })),
  })
  const read = readBatch(body)
  if (read instanceof InvalidInput) throw read
  const changes = read.flatMap((item) => ("change" in item ? [item.change] : []))
  return offered("batch", changes, body, more)
}

/** A request that merges one profile into another. */
export const mergeRequest = (source: string, target: string, more: Sending = {}): OfferedRequest =>
  offered("merge", [mergeInto(target, source)], `merge ${source} ${target}`, more)

/** Accepts one request; returns its id. */
export const acceptOne = Effect.fnUntraced(function* (one: OfferedRequest, now = noon) {
  const store = yield* ProfileStore
  const [acceptance] = yield* Effect.orDie(store.accept([one], now))
  if (acceptance?.accepted !== true) return yield* Effect.die("a request was not accepted")
  return acceptance.requestId
})

/** The properties of a profile; undefined if it does not exist. */
export const propertiesOf = Effect.fnUntraced(function* (distinctId: string, at = home) {
  const store = yield* ProfileStore
  const profile = Option.getOrUndefined(yield* store.profile(at, distinctId))
  return profile?.properties as Readonly<Record<string, PropertyValue>> | undefined
})

/** The outcome of a request. */
export const outcomeOf = Effect.fnUntraced(function* (id: RequestId, at = home) {
  const store = yield* ProfileStore
  return Option.getOrUndefined(yield* store.outcome(at, id))
})
