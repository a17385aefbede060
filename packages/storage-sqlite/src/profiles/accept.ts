import {
  type Acceptance,
  type Applied,
  type OfferedRequest,
  type Place,
  retryMillis,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import type { Database } from "../sql/database.ts"
import { takeId } from "../sql/nextId.ts"
import { jsonList } from "../sql/table.ts"
import { makeApplyInPlace } from "./applyInPlace.ts"
import { requests as requestTable, retries, type Retry, type StoredRequest } from "./rows.ts"

const inPlaces = (requests: ReadonlyArray<OfferedRequest>) =>
  Map.groupBy(requests, ({ version, workspace }) => `${version} ${workspace}`).values()

const placeOf = ({ version, workspace }: Place): Place => ({ workspace, version })

/**
 * Makes the function that stores requests with all that they change, within a transaction; see `ProfileStore.accept`. It also
 * returns the number of changes that it applied.
 */
export const makeAccept = (database: Database["Service"]) => {
  const { all, many, sql } = database
  const applyInPlace = makeApplyInPlace(database)

  const storedRetries = ({ version, workspace }: Place, keys: Iterable<string>) =>
    retries.read(
      all(sql`select ${retries.columns} from profile_retries where workspace = ${workspace}
        and version = ${version} and key in (select value from json_each(${jsonList([...keys])}))`),
    )

  /** Notes the idempotency keys of requests. Returns the acceptance of those that have one: of the first with its key. */
  const noteKeys = (offered: ReadonlyArray<OfferedRequest>, now: EpochMillis) => {
    const acceptances = new Map<OfferedRequest, Acceptance>()
    const made: Array<Retry> = []
    for (const requests of inPlaces(offered.filter(({ idempotency }) => idempotency !== undefined))) {
      const [first] = requests
      if (first === undefined) continue
      const keys = new Set(requests.flatMap(({ idempotency }) => idempotency?.key ?? []))
      const known = new Map(
        storedRetries(first, keys)
          .filter(({ acceptedAt }) => acceptedAt > now - retryMillis)
          .map((retry) => [retry.key, retry]),
      )
      for (const request of requests) {
        const { idempotency, requestId } = request
        if (idempotency === undefined) continue
        const own: Retry = { ...placeOf(request), ...idempotency, requestId, acceptedAt: now }
        const retry = known.get(own.key) ?? own
        if (retry === own) {
          known.set(own.key, own)
          made.push(own)
        }
        acceptances.set(
          request,
          retry.bodyHash === own.bodyHash
            ? { accepted: true, requestId: retry.requestId }
            : { accepted: false },
        )
      }
    }
    many(retries.insert(made, retries.replace("workspace", "version", "key")))
    return acceptances
  }

  return (offered: ReadonlyArray<OfferedRequest>, now: EpochMillis) => {
    const noted = noteKeys(offered, now)
    const acceptances = offered.map(
      (request): Acceptance => noted.get(request) ?? { accepted: true, requestId: request.requestId },
    )
    const fresh = offered.filter(({ changes, requestId }, index) => {
      const acceptance = acceptances[index]
      return acceptance?.accepted === true && acceptance.requestId === requestId && changes.length > 0
    })
    if (fresh.length === 0) return { acceptances, applied: 0 }
    const outcomes = new Map<OfferedRequest, ReadonlyArray<Applied>>()
    for (const requests of inPlaces(fresh)) {
      const [first] = requests
      if (first === undefined) continue
      const inOrder = applyInPlace(placeOf(first), requests, now)
      for (const [index, request] of requests.entries()) outcomes.set(request, inOrder[index] ?? [])
    }
    const applied = fresh.reduce((sum, { changes }) => sum + changes.length, 0)
    let number = takeId(database, "profile_requests", applied) - applied + 1
    const rows = fresh.map((request): StoredRequest => {
      const row = { ...request, number, changes: outcomes.get(request) ?? [] }
      number += request.changes.length
      return row
    })
    many(requestTable.insert(rows))
    return { acceptances, applied }
  }
}
