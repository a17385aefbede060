import {
  leastIdOf,
  outcomeOfChanges,
  pageOfRequests,
  type Place,
  type RequestId,
  type RequestPage,
  type RequestsAsked,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { texts } from "../sql/parameters.ts"
import { namesIn } from "./namesIn.ts"
import { laneOfRequest } from "./lanes.ts"
import { lockClass } from "./locks.ts"
import { readCandidates, readNumbers, readOutcomes, readSettled } from "./rows.ts"
import { allLanes, type Sites } from "./sites.ts"

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Numbers in the order of acceptance: past the first, and up to the second. */
interface Range {
  readonly after: number
  readonly settled: number
}

// Clocks of servers differ, and requests of one moment are stored in any order: numbers and times agree within this.
const clockMillis = 60_000

/** Makes the functions that tell of requests; see `ProfileStore`. */
export const makeRequests = (sql: SqlClient.SqlClient, schema: string, isSpread: boolean, sites: Sites) => {
  /** The outcomes of the changes that a condition names. */
  const changesOf = Effect.fnUntraced(function* (here: Fragment) {
    const changes = readOutcomes(
      yield* sql`select request_id::text, operation, change, number::float8 as acceptance, 'processed' as status,
          applied, ignored, null::text as failure, null::jsonb as properties, null::jsonb as actions
        from profile_outcomes where ${here}
        union all
        select request_id::text, operation, change, number::float8,
          case when failure is null then 'accepted' else 'failed' end, '{}', ignored, failure,
          case when failure is not null then properties end, case when failure is not null then actions end
        from profile_inbox where ${here}
        order by request_id, change`,
    )
    return changes.map(({ actions, failure, properties, ...change }) => {
      if (failure === undefined) return change
      const failed = namesIn({ actions, properties }).map((name) => ({ name, reason: failure }))
      return { ...change, ignored: [...change.ignored, ...failed] }
    })
  })

  const outcomesOf = (changes: Effect.Success<ReturnType<typeof changesOf>>) =>
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
    const lane = laneOfRequest(request)
    const near = yield* sites.reaching(
      () => [lane],
      changesOf(sql`${here} and lane = ${lane}::int::smallint`),
    )
    // A batch has changes in many lanes, a merge leads changes to others, and ids of earlier versions named no lane.
    const isWhole = near.length > 0 && near.every(({ operation }) => operation !== "batch")
    const changes = isWhole ? near : yield* sites.reaching(() => allLanes, changesOf(here))
    return Option.fromUndefinedOr(outcomesOf(changes)[0])
  })

  /** A number that no request accepted later than an instant has, but for clocks that differ by more than a minute. */
  const numberBefore = Effect.fnUntraced(function* (at: EpochMillis) {
    const least = sql`request_id >= ${leastIdOf(at - clockMillis)}::text::uuid order by request_id limit 1`
    const numbers = readNumbers(
      yield* sql`(select number::float8 from profile_outcomes where ${least})
        union all (select number::float8 from profile_inbox where ${least})`,
    )
    return numbers.length === 0 ? undefined : Math.min(...numbers) - 1
  })

  /** The first requests of a page, and one more where there is a next page. */
  const candidatesOf = (place: Place, asked: RequestsAsked, range: Range) => {
    const after = sql`${range.after}::float8::bigint`
    const here = (number: Fragment) =>
      sql.and([
        sql`workspace = ${place.workspace} and version = ${place.version}`,
        sql`${number} > ${after} and ${number} <= ${range.settled}::float8::bigint`,
        ...(asked.acceptedAfter === undefined
          ? []
          : [sql`request_id >= ${leastIdOf(asked.acceptedAfter + 1)}::text::uuid`]),
      ])
    const inOrder = sql`order by number limit ${asked.limit + 1}`
    const processed = (condition: Fragment) =>
      sql`select request_id, number, operation from profile_outcomes as o
        where ${here(sql`number`)} and change = 0 and ${condition} ${inOrder}`
    // Of a batch, the first change may have been applied while another waits or has failed.
    const inInbox = (condition: Fragment) =>
      sql`select request_id, request_number as number, operation from profile_inbox as i
        where ${here(sql`request_number`)} and ${condition} group by request_id, request_number, operation ${inOrder}`
    // Only of a batch, changes may be on both sides. Citus looks for nothing in other lanes row by row.
    const waits = (of: Fragment, condition: Fragment) =>
      isSpread
        ? sql`${of}.operation = 'batch' and ${of}.request_id in (select request_id from profile_inbox as w
            where w.workspace = ${place.workspace} and w.version = ${place.version} and w.operation = 'batch'
              and ${condition})`
        : sql`exists (select 1 from profile_inbox as w where w.request_id = ${of}.request_id and ${condition})`
    switch (asked.status) {
      case "processed":
        return processed(sql`not (${waits(sql`o`, sql`true`)})`)
      case "accepted":
        return inInbox(sql`failure is null`)
      case "failed":
        return inInbox(sql`failure is not null and not (${waits(sql`i`, sql`w.failure is null`)})`)
      default:
        return sql`(${processed(sql`true`)}) union all (${inInbox(sql`change = 0`)}) ${inOrder}`
    }
  }

  const pageOf = Effect.fnUntraced(function* (place: Place, asked: RequestsAsked) {
    const [settled = 0] = readSettled(
      yield* sql`select settled_number(${lockClass(sql, schema, "acceptance")})::float8 as settled`,
    )
    const before = asked.acceptedAfter === undefined ? 0 : yield* numberBefore(asked.acceptedAfter)
    if (before === undefined) return { outcomes: [], next: undefined } satisfies RequestPage
    const after = Math.max(asked.after ?? 0, before)
    const candidates = readCandidates(
      yield* sql`select request_id::text, number::float8 as acceptance, operation
        from (${candidatesOf(place, asked, { after, settled })}) as found order by number`,
    )
    const { next, shown } = pageOfRequests(candidates, asked.limit)
    const changes = yield* changesOf(
      sql`request_id = any (${texts(shown.map(({ requestId }) => requestId))}::uuid[])`,
    )
    const found = new Map(outcomesOf(changes).map((one) => [one.requestId, one]))
    // One that was applied since it was found is of another status now.
    const outcomes = shown.flatMap(({ requestId }) => found.get(requestId) ?? [])
    return {
      outcomes: outcomes.filter(({ status }) => status === (asked.status ?? status)),
      next,
    } satisfies RequestPage
  })

  const requests = Effect.fn("ProfileStore.requests")(function* (place: Place, asked: RequestsAsked) {
    let page = yield* pageOf(place, asked)
    // All that it found was applied before it was read: those after it may still be of the status.
    while (page.outcomes.length === 0 && page.next !== undefined) {
      page = yield* pageOf(place, { ...asked, after: page.next })
    }
    return page
  })

  return {
    outcome: (at: Place, id: RequestId) => Effect.orDie(outcome(at, id)),
    requests: (at: Place, asked: RequestsAsked) =>
      Effect.orDie(sites.reaching(() => allLanes, requests(at, asked))),
  }
}
