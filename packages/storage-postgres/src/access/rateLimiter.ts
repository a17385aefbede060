import {
  type Allowance,
  allowanceOf,
  type Clocks,
  type Reservation,
  RateLimiter,
  readClocks,
  SlidingWindows,
  windowMillis,
} from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import { migrateLeases } from "./migrations.ts"
import { instant, ints, texts } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"

/** The milliseconds for which requests are counted under a lease before it is renewed. */
const useMillis = 15_000

/** The duration of a lease: a request made at the end of its use still counts as long as the lease lasts. */
const leaseMillis = windowMillis + useMillis

/** The largest difference between servers' clocks: others respect a lease for this much longer. */
const skewMillis = 5_000

/** The milliseconds for which a refusal by the database holds without asking again. */
const refusalMillis = 250

/** This server's part of a subject's limit. It ends as soon as either clock says so. */
interface Lease {
  readonly slots: number
  /** The parts of the limit that other servers hold, on the monotonic clock. */
  readonly others: ReadonlyArray<Reservation>
  readonly until: Clocks
  readonly askAgainAt: number
}

const noLease: Lease = { slots: 0, others: [], until: { now: 0, wall: 0 }, askAgainAt: 0 }

/** A subject in use. One caller at a time queries the database for it; the others wait, then check again. */
interface Subject {
  lease: Lease
  /** The number of callers that ask or wait. The subject is stored while there are any. */
  askers: number
  readonly asking: Semaphore.Semaphore
}

/** The slots granted to this server, and those that others hold, with the milliseconds left of each lease. */
const readGranted = rowsOf(
  Schema.Struct({ slots: Schema.Int, held: Schema.Array(Schema.Int), left: Schema.Array(Schema.Finite) }),
)

/** Takes, renews or returns slots so that this server has `wanted`, or all free ones. */
const leasing = (sql: SqlClient.SqlClient, server: string) =>
  Effect.fn("RateLimiter.lease")(function* (subject: string, limit: number, wanted: number) {
    const { now, wall } = yield* readClocks
    const until = instant(wall + leaseMillis)
    const statements = Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`
      // No lease is this long: a clock was set back, and the stored end would be as far off.
      yield* sql`update rate_leases set until = ${until}
          where subject = ${subject} and until > ${instant(wall + leaseMillis + skewMillis)}`
      return readGranted(
        yield* sql`
            with others as (
              select coalesce(array_agg(slots), '{}') as held, coalesce(sum(slots), 0)::int as total,
                coalesce(array_agg(extract(epoch from until - ${instant(wall)})::float8 * 1000), '{}') as left
              from rate_leases
              where subject = ${subject} and server <> ${server} and until > ${instant(wall - skewMillis)}
            ), granted as (
              insert into rate_leases (subject, server, slots, until)
              select ${subject}, ${server}, greatest(0, least(${wanted}::int, ${limit}::int - total)), ${until}
              from others
              on conflict (subject, server) do update set slots = excluded.slots, until = excluded.until
              returning slots
            )
            select slots, held, "left" from granted, others`,
      )
    })
    const [granted = { slots: 0, held: [], left: [] }] = yield* sql.withTransaction(statements)
    const answered = yield* readClocks
    return {
      slots: granted.slots,
      others: granted.held.map((slots, index) => ({
        slots,
        until: now + Math.ceil(granted.left[index] ?? 0) + skewMillis,
      })),
      until: { now: now + leaseMillis, wall: wall + leaseMillis },
      askAgainAt: granted.slots < wanted ? answered.now + refusalMillis : 0,
    }
  }, Effect.orDie)

/** Removes ended leases now and then, and returns reserved requests as the server stops. */
const lookAfter = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  server: string,
  subjects: Map<string, Subject>,
  windows: SlidingWindows,
) {
  // Ended leases are removed now and then, here and in the table.
  const sweep = Effect.gen(function* () {
    const { now, wall } = yield* readClocks
    for (const [name, { askers, lease: held }] of subjects) {
      if (askers === 0 && held.until.now <= now) subjects.delete(name)
    }
    yield* sql`delete from rate_leases where until < ${instant(wall - skewMillis)}`
  }).pipe(Effect.catchCause((cause) => Effect.logDebug("sweeping rate leases failed", cause)))
  yield* sweep.pipe(Effect.delay("1 minute"), Effect.forever, Effect.forkScoped)

  // When the server stops it returns the requests that it reserved and did not use; used ones still count.
  const giveBack = Effect.gen(function* () {
    const { now, wall } = yield* readClocks
    const names = [...subjects.keys()]
    yield* sql`update rate_leases set slots = used.slots, until = ${instant(wall + windowMillis)}
        from unnest(${texts(names)}, ${ints(names.map((name) => windows.window(name, now).count(now)))})
          as used (subject, slots)
        where rate_leases.subject = used.subject and server = ${server}`
  })
  yield* Effect.addFinalizer(() =>
    Effect.catchCause(giveBack, (cause) => Effect.logDebug("giving rate leases back failed", cause)),
  )
})

/**
 * An exact sliding window that servers on one database share. Each server leases a part of a subject's limit and counts
 * its own requests only against that part, so that most requests need no query. The parts together never exceed the
 * limit. A lease outlasts every request counted under it, so a part is free for others only when its requests have left
 * the window.
 *
 * A server reserves at most as many requests as it has counted, and at most a tenth of the limit. Others can miss no
 * more than this unused reserve, even when the server dies.
 */
export const layer = Layer.effect(
  RateLimiter,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateLeases
    const server = crypto.randomUUID()
    const windows = new SlidingWindows()
    const subjects = new Map<string, Subject>()
    const subjectOf = (name: string): Subject => {
      let subject = subjects.get(name)
      if (subject === undefined) {
        subject = { lease: noLease, askers: 0, asking: Semaphore.makeUnsafe(1) }
        subjects.set(name, subject)
      }
      return subject
    }

    const lease = leasing(sql, server)
    const countOf = (name: string, { now }: Clocks) => windows.window(name, now).count(now)

    /** True if the lease covers one more request now, for as long as it will count. */
    const covers = ({ slots, until }: Lease, name: string, limit: number, clocks: Clocks) =>
      countOf(name, clocks) < Math.min(slots, limit) &&
      clocks.now + windowMillis <= until.now &&
      clocks.wall + windowMillis <= until.wall

    const allow = (name: string, limit: number, { others }: Lease, clocks: Clocks) => {
      const window = windows.window(name, clocks.now)
      window.add(clocks.now)
      return allowanceOf(window, true, limit, clocks, others)
    }

    const takeAsking = Effect.fnUntraced(function* (name: string, limit: number) {
      const subject = subjectOf(name)
      let clocks = yield* readClocks
      const count = () => countOf(name, clocks)
      const enough = () => covers(subject.lease, name, limit, clocks)
      const mayAsk = () => !enough() && count() < limit && clocks.now >= subject.lease.askAgainAt
      while (mayAsk()) {
        yield* Effect.acquireUseRelease(
          Effect.sync(() => (subject.askers += 1)),
          () =>
            subject.asking.withPermit(
              Effect.suspend(() => {
                if (!mayAsk()) return Effect.void
                const more = Math.min(Math.max(1, count()), Math.max(1, Math.floor(limit / 10)))
                return Effect.map(lease(name, limit, Math.min(limit, count() + more)), (one) => {
                  subject.lease = one
                })
              }),
            ),
          () => Effect.sync(() => (subject.askers -= 1)),
        )
        clocks = yield* readClocks
      }
      return enough()
        ? allow(name, limit, subject.lease, clocks)
        : allowanceOf(windows.window(name, clocks.now), false, limit, clocks, subject.lease.others)
    })

    /** Most requests are covered by a lease, and are counted in one step. */
    const take = (name: string, limit: number): Effect.Effect<Allowance> =>
      Effect.flatMap(readClocks, (clocks) => {
        const { lease: held } = subjects.get(name) ?? { lease: noLease }
        return covers(held, name, limit, clocks)
          ? Effect.succeed(allow(name, limit, held, clocks))
          : takeAsking(name, limit)
      })

    const peek = (name: string, limit: number): Effect.Effect<Allowance> =>
      Effect.map(readClocks, (clocks) =>
        allowanceOf(windows.window(name, clocks.now), true, limit, clocks, subjects.get(name)?.lease.others),
      )

    yield* lookAfter(sql, server, subjects, windows)
    return RateLimiter.of({ take, peek })
  }),
)
