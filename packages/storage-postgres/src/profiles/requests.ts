import {
  leastIdOf,
  outcomeOfChanges,
  pageOfRequests,
  type Place,
  type RequestId,
  type RequestPage,
  type RequestListOptions,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { texts } from "../sql/parameters.ts"
import { outcomes, readCandidates, readNumbers } from "./rows.ts"

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const noRequests: RequestPage = { outcomes: [], next: undefined }

// Clocks of servers differ, and requests of one moment are stored in any order: numbers and times agree within this.
const clockMillis = 60_000

/** Makes the functions that read requests; see `ProfileStore`. */
export const makeRequests = (sql: SqlClient.SqlClient) => {
  /** The outcomes of the changes that a condition names. */
  const changesOf = (here: Fragment) =>
    Effect.map(
      sql`select ${outcomes.columns} from profile_outcomes where ${here} order by request_id, change`,
      outcomes.read,
    )

  const outcomesOf = (changes: ReturnType<typeof outcomes.read>) =>
    [...Map.groupBy(changes, ({ requestId }) => requestId)].flatMap(([id, all]) => {
      const operation = all[0]?.operation
      if (operation === undefined) return []
      const bare = all.map((change) => Struct.omit(change, ["operation", "requestId"]))
      return outcomeOfChanges(id, operation, bare) ?? []
    })

  const outcome = Effect.fn("ProfileStore.outcome")(function* (
    { workspace, version }: Place,
    request: RequestId,
  ) {
    if (!uuidForm.test(request)) return Option.none()
    const here = sql`request_id = ${request}::text::uuid and workspace = ${workspace} and version = ${version}`
    return Option.fromUndefinedOr(outcomesOf(yield* changesOf(here))[0])
  }, Effect.orDie)

  /** A number that no request accepted later than an instant has, but for clocks that differ by more than a minute. */
  const numberBefore = Effect.fnUntraced(function* (at: EpochMillis) {
    const least = sql`request_id >= ${leastIdOf(at - clockMillis)}::text::uuid order by request_id limit 1`
    const [number] = readNumbers(yield* sql`select number::float8 from profile_outcomes where ${least}`)
    return number === undefined ? undefined : number - 1
  })

  const pageOf = Effect.fnUntraced(function* (place: Place, asked: RequestListOptions) {
    const [settled = 0] = readNumbers(
      yield* sql`select settled_number(hashtext(current_schema() || ' profiles acceptance'))::float8`,
    )
    const before = asked.acceptedAfter === undefined ? 0 : yield* numberBefore(asked.acceptedAfter)
    if (before === undefined) return noRequests
    const isLater =
      asked.acceptedAfter === undefined
        ? sql`true`
        : sql`request_id >= ${leastIdOf(asked.acceptedAfter + 1)}::text::uuid`
    const candidates = readCandidates(
      yield* sql`select request_id::text, number::float8 as acceptance, operation from profile_outcomes
        where workspace = ${place.workspace} and version = ${place.version} and change = 0 and ${isLater}
          and number > ${Math.max(asked.after ?? 0, before)}::float8::bigint and number <= ${settled}::float8::bigint
        order by number limit ${asked.limit + 1}`,
    )
    const { next, shown } = pageOfRequests(candidates, asked.limit)
    const changes = yield* changesOf(
      sql`request_id = any (${texts(shown.map(({ requestId }) => requestId))}::uuid[])`,
    )
    const found = new Map(outcomesOf(changes).map((one) => [one.requestId, one]))
    return { outcomes: shown.flatMap(({ requestId }) => found.get(requestId) ?? []), next }
  })

  return {
    outcome,
    requests: Effect.fn("ProfileStore.requests")(
      (place: Place, asked: RequestListOptions): Effect.Effect<RequestPage, SqlError> =>
        asked.status === undefined || asked.status === "processed"
          ? pageOf(place, asked)
          : Effect.succeed(noRequests),
      Effect.orDie,
    ),
  }
}
