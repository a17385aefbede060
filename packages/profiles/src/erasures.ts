import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { WorkspaceKeyId } from "./model.ts"

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
