import { type Allowance, allowanceOf, RateLimiter, SlidingWindows, windowMillis } from "@daybook/access"
import type { EpochMillis } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import * as SqlClient from "effect/sql/SqlClient"
import { migrate } from "./migrations.ts"
import { instant } from "./parameters.ts"

const migrateLeases = migrate("rate_limits", {
  "1_rate_leases": (sql) => [
    sql`create unlogged table rate_leases (
      subject text not null,
      server text not null,
      slots int not null,
      until timestamptz not null,
      primary key (subject, server)
    )`,
    sql`create index rate_leases_until on rate_leases (until)`,
  ],
})

/** How long a lease is taken for: a request made in its first half still counts when the lease ends. */
const leaseMillis = 2 * windowMillis

/** How far the clocks of servers may be apart: so much longer is a lease respected by the others. */
const skewMillis = 5_000

/** After a refusal by the database, how long the subject is refused without asking again. */
const refusalMillis = 250

/** This server's part of a subject's limit. */
interface Lease {
  readonly slots: number
  /** What other servers hold of the limit. */
  readonly held: number
  readonly until: EpochMillis
  readonly askAgainAt: EpochMillis
}

/** One at a time asks for a subject: whoever comes in the meantime waits and looks again. */
interface Subject {
  lease: Lease
  readonly asking: Semaphore.Semaphore
}

/**
 * An exact sliding window that servers on one database share. Each server leases a part of a subject's limit and
 * counts its own requests against its part alone, so that most requests ask the database nothing; the parts
 * together never exceed the limit. A lease outlasts every request that was counted under it, so a part is free
 * for others only when its requests have left the window. What a server has leased and does not use, a tenth of
 * the limit at the most, is what the others may miss.
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
        subject = { lease: { slots: 0, held: 0, until: 0, askAgainAt: 0 }, asking: Semaphore.makeUnsafe(1) }
        subjects.set(name, subject)
      }
      return subject
    }

    /** Takes, renews or gives back slots so that this server has `wanted`, or as many as are left. */
    const lease = Effect.fn("RateLimiter.lease")(function* (subject: string, limit: number, wanted: number) {
      const asked = yield* Clock.currentTimeMillis
      const [row] = yield* sql.withTransaction(
        Effect.andThen(
          sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`,
          sql<{ slots: number; held: number }>`
            with others as (
              select coalesce(sum(slots), 0)::int as held from rate_leases
              where subject = ${subject} and server <> ${server} and until > ${instant(asked - skewMillis)}
            )
            insert into rate_leases (subject, server, slots, until)
            select ${subject}, ${server}, greatest(0, least(${wanted}::int, ${limit}::int - held)),
              ${instant(asked + leaseMillis)} from others
            on conflict (subject, server) do update set slots = excluded.slots, until = excluded.until
            returning slots, (select held from others) as held`,
        ),
      )
      const granted = row ?? { slots: 0, held: limit }
      const refused = granted.slots < wanted
      subjectOf(subject).lease = {
        ...granted,
        until: asked + leaseMillis,
        askAgainAt: refused ? asked + refusalMillis : 0,
      }
    }, Effect.orDie)

    const take = Effect.fnUntraced(function* (name: string, limit: number) {
      const subject = subjectOf(name)
      let now = yield* Clock.currentTimeMillis
      const count = () => windows.window(name, now).count(now)
      const enough = () =>
        count() < Math.min(subject.lease.slots, limit) && now + windowMillis <= subject.lease.until
      const mayAsk = () => !enough() && count() < limit && now >= subject.lease.askAgainAt
      while (mayAsk()) {
        yield* subject.asking.withPermit(
          Effect.suspend(() => {
            const part = Math.max(1, Math.floor(limit / 10))
            return mayAsk() ? lease(name, limit, Math.min(limit, count() + part)) : Effect.void
          }),
        )
        now = yield* Clock.currentTimeMillis
      }
      const window = windows.window(name, now)
      const allowed = enough()
      if (allowed) window.add(now)
      return allowanceOf(window, allowed, limit, now, subject.lease.held)
    })

    const look = (name: string, limit: number): Effect.Effect<Allowance> =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        allowanceOf(windows.window(name, now), true, limit, now, subjects.get(name)?.lease.held),
      )

    // Leases that ended are swept away now and then, here and in the table.
    const sweep = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      for (const [name, { lease: held }] of subjects) {
        if (held.until !== 0 && held.until <= now) subjects.delete(name)
      }
      yield* sql`delete from rate_leases where until < ${instant(now - skewMillis)}`
    }).pipe(Effect.catchCause((cause) => Effect.logDebug("sweeping rate leases failed", cause)))
    yield* sweep.pipe(Effect.delay("1 minute"), Effect.forever, Effect.forkScoped)

    // What was never used goes back when the server stops; what was used counts on.
    yield* Effect.addFinalizer(() =>
      Effect.forEach(
        [...subjects.keys()],
        (subject) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            const window = windows.window(subject, now)
            return sql`update rate_leases set slots = ${window.count(now)},
              until = ${instant(now + windowMillis)}
              where subject = ${subject} and server = ${server}`
          }),
        { discard: true },
      ).pipe(Effect.catchCause((cause) => Effect.logDebug("giving rate leases back failed", cause))),
    )
    return RateLimiter.of({ take, look })
  }),
)
