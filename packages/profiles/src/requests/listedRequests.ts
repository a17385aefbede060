import type { EpochMillis } from "@daybook/kernel"
import { maxBatch } from "../readChanges.ts"
import type { Operation, Outcome, RequestId, RequestStatus } from "../model.ts"

/** The changes at which a page of requests ends early: a batch holds many. */
export const maxListedChanges = 10_000

/** The most changes that a request of an operation may hold. */
export const maxChanges = (operation: Operation): number => (operation === "batch" ? maxBatch : 1)

/** The requests to list, in the order of acceptance. */
export interface RequestListOptions {
  /** The place of a request in the order of acceptance: those after it are listed. */
  readonly after?: number | undefined
  /** Those accepted later than this are listed. */
  readonly acceptedAfter?: EpochMillis | undefined
  readonly status?: RequestStatus | undefined
  readonly limit: number
}

/** A page of requests. `next` is the `after` of the next page; undefined at the end. An empty page is the end. */
export interface RequestPage {
  readonly outcomes: ReadonlyArray<Outcome>
  readonly next: number | undefined
}

/** A request that a page may show. */
interface Candidate {
  readonly operation: Operation
  readonly acceptance: number
}

/** The first of these requests, at most one more than the limit: enough to fill a page. */
export const pageOfRequests = <A extends Candidate>(
  candidates: ReadonlyArray<A>,
  limit: number,
): { readonly shown: ReadonlyArray<A>; readonly next: number | undefined } => {
  let changes = 0
  const end = candidates.findIndex(({ operation }, index) => {
    const isFull = index >= limit || changes >= maxListedChanges
    changes += maxChanges(operation)
    return isFull
  })
  const shown = end < 0 ? candidates : candidates.slice(0, end)
  return { shown, next: end < 0 ? undefined : shown.at(-1)?.acceptance }
}

/** The time when a request was accepted: a UUID of version 7 begins with its milliseconds. */
export const acceptedAtOf = (id: RequestId): EpochMillis =>
  Number.parseInt(`${id.slice(0, 8)}${id.slice(9, 13)}`, 16)

/** The least id of the requests accepted at an instant or later, in the order of their texts. */
export const leastIdOf = (at: EpochMillis): string => {
  const time = Math.max(0, at).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
