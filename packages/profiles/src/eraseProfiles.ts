import { Digest } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ErasuresQuery } from "./erasures.ts"
import type { Place } from "./model.ts"
import { ProfileStore } from "./ports.ts"
import type { KeyHolder } from "./workspaces/workspaces.ts"

/** The text whose SHA-256 stands for a distinct id in the log. No workspace has a NUL in its id, and no profile. */
const textOfId = ({ version, workspace }: Place, distinctId: string) =>
  `${workspace}\0${version}\0${distinctId}`

/** Makes the functions that erase profiles and list what was erased. */
export const makeErasing = Effect.gen(function* () {
  const store = yield* ProfileStore
  const digest = yield* Digest
  const hashIn = (at: Place) => (distinctId: string) => digest(textOfId(at, distinctId))

  /** Erases a profile in the name of a key; returns the id of the request. */
  const erase = Effect.fn("Erasing.erase")(function* (
    at: Place,
    distinctId: string,
    { key, name }: Pick<KeyHolder, "key" | "name">,
  ) {
    const requestId = crypto.randomUUID()
    const now = yield* Clock.currentTimeMillis
    yield* store.erase(at, distinctId, { requestId, key, keyName: name, hashOf: hashIn(at) }, now)
    return requestId
  })

  /** Lists erasures; with a distinct id only for the profiles that it resolved to. */
  const list = (at: Place, { distinctId, ...page }: ErasuresQuery) =>
    store.erasures(at, {
      ...page,
      idHash: distinctId === undefined ? undefined : hashIn(at)(distinctId),
    })

  return { erase, list }
})
