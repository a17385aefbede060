import {
  outcomeOfChanges,
  type Place,
  ProfileStore,
  type RequestId,
  retryMillis,
  Unstorable,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"
import { instant } from "../sql/parameters.ts"
import { makeAccept } from "./accept.ts"
import { isInvalidData, makeApply, namesOfChange } from "./apply.ts"
import { makeCohorts } from "./cohorts.ts"
import { readSchema } from "../sql/migrator.ts"
import { migrateProfiles } from "./migrations.ts"
import { profiles, readOutcomes } from "./rows.ts"

/** The least UUID of version 7 of an instant; such a UUID begins with its milliseconds. */
const leastId = (at: EpochMillis) => {
  const time = Math.max(0, at).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Profiles and the inbox in SQL. */
export const layer = Layer.effect(
  ProfileStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateProfiles
    const schema = yield* readSchema(sql)
    const insert = makeAccept(sql, schema)
    const { apply, erase, oldestWaiting } = makeApply(sql, schema)

    // PGlite has no autovacuum, and the inbox gains and loses rows all the time.
    if (sql.driver === "pglite") {
      yield* sql`vacuum profile_inbox`.unprepared.pipe(
        Effect.catchCause((cause) => Effect.logWarning("vacuuming the inbox failed", cause)),
        Effect.delay("5 minutes"),
        Effect.forever,
        Effect.forkScoped,
      )
    }

    const accept: ProfileStore["Service"]["accept"] = (requests, now) =>
      Effect.catch(insert(requests, now), (error) =>
        isSqlError(error) && isInvalidData(error)
          ? Effect.fail(new Unstorable({ message: error.message }))
          : Effect.die(error),
      )

    const profile = Effect.fn("ProfileStore.profile")(function* (
      { workspace, version }: Place,
      distinctId: string,
    ) {
      const [found] = profiles.read(
        yield* sql`select ${profiles.columns} from profiles
          where workspace = ${workspace} and version = ${version} and distinct_id = ${distinctId}`,
      )
      return Option.fromUndefinedOr(found)
    }, Effect.orDie)

    const outcome = Effect.fn("ProfileStore.outcome")(function* (
      { workspace, version }: Place,
      request: RequestId,
    ) {
      if (!uuidForm.test(request)) return Option.none()
      const here = sql`request_id = ${request}::text::uuid and workspace = ${workspace} and version = ${version}`
      const changes = readOutcomes(
        yield* sql`select request_id::text, operation, change, number::float8 as acceptance, 'processed' as status,
            applied, ignored
          from profile_outcomes where ${here}
          union all
          select request_id::text, operation, change, number::float8,
            case when failure is null then 'accepted' else 'failed' end,
            '{}', case when failure is null then ignored else ignored || coalesce((
              select jsonb_agg(jsonb_build_object('name', name, 'reason', failure)) from ${namesOfChange(sql)} as name (name)
            ), '[]') end
          from profile_inbox where ${here}
          order by change`,
      )
      const [first] = changes
      return Option.fromUndefinedOr(
        first &&
          outcomeOfChanges(
            request,
            first.operation,
            changes.map((change) => Struct.omit(change, ["operation", "requestId"])),
          ),
      )
    }, Effect.orDie)

    const { count, find } = makeCohorts(sql)

    const forget = Effect.fn("ProfileStore.forget")(function* (
      before: EpochMillis,
      limit: number,
      now: EpochMillis,
    ) {
      const least = leastId(before)
      const outcomes = yield* sql`delete from profile_outcomes where (request_id, change) in (
        select request_id, change from profile_outcomes where request_id < ${least}::text::uuid
        order by request_id limit ${limit}) returning 1 as one`
      const failed = yield* sql`delete from profile_inbox where (request_id, change) in (
        select request_id, change from profile_inbox where request_id < ${least}::text::uuid and failure is not null
        order by request_id limit ${limit}) returning 1 as one`
      const retries = yield* sql`delete from profile_retries where (workspace, version, key) in (
        select workspace, version, key from profile_retries where accepted_at <= ${instant(now - retryMillis)}
        order by accepted_at limit ${limit}) returning 1 as one`
      return outcomes.length + failed.length + retries.length
    }, Effect.orDie)

    return ProfileStore.of({
      accept,
      apply: (limit, now) => Effect.orDie(apply(limit, now)),
      oldestWaiting: Effect.orDie(oldestWaiting),
      profile,
      erase: (at, distinctId) => Effect.orDie(erase(at, distinctId)),
      outcome,
      find: (at, cohort) => Effect.orDie(find(at, cohort)),
      count: (at, where) => Effect.orDie(count(at, where)),
      forget,
    })
  }),
)
