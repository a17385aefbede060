import { Digest, EpochMillis } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { KeyHolder } from "./workspaces/workspaces.ts"
import { type Place, WorkspaceKeyId } from "./model.ts"
import { ProfileStore } from "./ports.ts"

/** An erasure of a profile as the log keeps it: without any of the ids that led to the profile. */
export const Erasure = Schema.Struct({
  /** The erasure's place in the order of all, over all workspaces and servers. */
  number: Schema.Int,
  requestId: Schema.String,
  erasedAt: EpochMillis,
  /** The hash of the distinct id that the request named, by `hashOfId`. */
  idHash: Schema.String,
  /** The number of distinct ids that led to the profile, that one among them. */
  ids: Schema.Int,
  /** The key that asked, by its number and its name then: it may be revoked since. */
  key: WorkspaceKeyId,
  keyName: Schema.String,
})
export type Erasure = typeof Erasure.Type

/** The logged facts of an erasure, and the hash of each id. */
export interface Erasing extends Pick<Erasure, "requestId" | "key" | "keyName"> {
  readonly hashOf: (distinctId: string) => string
}

/** The erasures to list, in their order. */
export interface ErasureListOptions {
  /** The number of an erasure: those after it are listed. */
  readonly after?: number | undefined
  /** The hash of an id: those of profiles that it led to are listed. */
  readonly idHash?: string | undefined
  readonly limit: number
}

/** The erasures that a sender requests: by the id itself. */
export interface ErasuresQuery extends Omit<ErasureListOptions, "idHash"> {
  readonly distinctId?: string | undefined
}

/** A page of erasures. `next` is the `after` of the next page; undefined at the end. */
export interface ErasurePage {
  readonly erasures: ReadonlyArray<Erasure>
  readonly next: number | undefined
}

/** The page of the first of these erasures, which are one more than the limit if there are this many. */
export const pageOfErasures = (found: ReadonlyArray<Erasure>, limit: number): ErasurePage => {
  const erasures = found.slice(0, limit)
  return { erasures, next: found.length > limit ? erasures.at(-1)?.number : undefined }
}

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

  /** Lists erasures; with a distinct id only those of the profiles that it resolved to. */
  const list = (at: Place, { distinctId, ...page }: ErasuresQuery) =>
    store.erasures(at, {
      ...page,
      idHash: distinctId === undefined ? undefined : hashIn(at)(distinctId),
    })

  return { erase, list }
})
