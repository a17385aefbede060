import {
  leastIdOf,
  type Outcome,
  outcomeOfChanges,
  pageOfRequests,
  type Place,
  type RequestId,
  type RequestPage,
  type RequestListOptions,
} from "@daybook/profiles"
import * as Option from "effect/Option"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { readCandidates, readNumbers, requests as table, type StoredRequest } from "./rows.ts"

const outcomeOf = ({ changes, number, operation, requestId }: StoredRequest): Outcome | undefined =>
  outcomeOfChanges(
    requestId,
    operation,
    changes.map((outcome, change) => ({
      change,
      acceptance: number + change,
      status: "processed",
      ...outcome,
    })),
  )

// A clock may be set back by a little: numbers and times agree within this.
const clockMillis = 60_000

/** Makes the functions that list requests; see `ProfileStore`. */
export const requestsIn = ({ all, read, sql }: Database["Service"]) => {
  const inPlace = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`

  /** A number that no request accepted later than an instant has. */
  const numberBefore = (at: number): number | undefined => {
    const [number] = readNumbers(
      all(sql`select number from profile_requests where request_id >= ${leastIdOf(at - clockMillis)}
        order by request_id limit 1`),
    )
    return number === undefined ? undefined : number - 1
  }

  const pageOf = (place: Place, { acceptedAfter, after = 0, limit }: RequestListOptions): RequestPage => {
    const before = acceptedAfter === undefined ? 0 : numberBefore(acceptedAfter)
    if (before === undefined) return { outcomes: [], next: undefined }
    const isLater =
      acceptedAfter === undefined ? sql`true` : sql`request_id >= ${leastIdOf(acceptedAfter + 1)}`
    const candidates = readCandidates(
      all(sql`select number as acceptance, operation from profile_requests
        where ${inPlace(place)} and number > ${Math.max(after, before)} and ${isLater}
        order by number limit ${limit + 1}`),
    )
    const { next, shown } = pageOfRequests(candidates, limit)
    const numbers = jsonList(shown.map(({ acceptance }) => acceptance))
    const found = table.read(
      all(sql`select ${table.columns} from profile_requests
        where number in (select value from json_each(${numbers})) order by number`),
    )
    return { outcomes: found.flatMap((one) => outcomeOf(one) ?? []), next }
  }

  return {
    outcome: (place: Place, id: RequestId) =>
      read(() => {
        const [found] = table.read(
          all(sql`select ${table.columns} from profile_requests
            where request_id = ${id.toLowerCase()} and ${inPlace(place)}`),
        )
        return Option.fromUndefinedOr(found && outcomeOf(found))
      }),
    requests: (place: Place, asked: RequestListOptions) =>
      read((): RequestPage =>
        // Nothing waits here, and nothing fails after it was accepted.
        asked.status === undefined || asked.status === "processed"
          ? pageOf(place, asked)
          : { outcomes: [], next: undefined },
      ),
  }
}
