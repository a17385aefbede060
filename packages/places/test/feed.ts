import { SourceError, SyncRunId, SyncRuns } from "@daybook/kernel"
import { noEntries, noItems } from "@daybook/kernel/contract"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { TestClock } from "effect/testing"
import {
  type CheckIn,
  type CheckInSource,
  CheckInSources,
  CheckInStore,
  makeSyncPlaces,
  type WalkBounds,
} from "../src/index.ts"
import { noReads } from "./unasked.ts"

export const checkInAt = (id: string, second: number, more: Partial<CheckIn> = {}): CheckIn => ({
  id,
  venueName: "Tin Roof",
  category: "Diner",
  city: "Eastport",
  country: "Sealand",
  position: undefined,
  checkedInAt: second * 1000,
  shout: "",
  venueRef: "",
  ...more,
})

export const outage = new SourceError({ source: "feed", failure: "unavailable", message: "is down" })

/** The owner's check-ins at a service, newest first; within one second in the order of arrival or its reverse. */
export class Feed {
  checkIns: Array<CheckIn> = []
  /** Every requested page. */
  readonly asked: Array<readonly [offset: number, limit: number]> = []
  /** Runs before a page gets a response. */
  before: Effect.Effect<void, SourceError> = Effect.void
  account = "someone"
  /** The excess of the count over the feed's length. */
  miscount = 0
  maxPerSecond = Infinity
  /** Every n-th check-in cannot be read; 0 means none. */
  rejectedEvery = 0
  /** The second of the latest check-in ever, so that new ones are never backdated by accident. */
  newest = 1_000_000_000
  readonly #latestFirst: boolean
  #ids = 0

  constructor(latestFirst = true) {
    this.#latestFirst = latestFirst
  }

  /** Adds a check-in at the second, or at the next free one. */
  add(wanted: number): void {
    let second = wanted
    while (
      this.checkIns.filter(({ checkedInAt }) => checkedInAt === second * 1000).length >= this.maxPerSecond
    )
      second += 1
    this.newest = Math.max(this.newest, second)
    const checkIn = checkInAt(`c${++this.#ids}`, second)
    const isBehind = (other: CheckIn) =>
      this.#latestFirst ? other.checkedInAt <= checkIn.checkedInAt : other.checkedInAt < checkIn.checkedInAt
    const place = this.checkIns.findIndex(isBehind)
    this.checkIns.splice(place < 0 ? this.checkIns.length : place, 0, checkIn)
  }

  /** Adds check-ins a minute apart, the last at the head. */
  grow(count: number, apart = 60): void {
    for (let index = 0; index < count; index++) this.add(this.newest + apart)
  }

  remove(index: number, count = 1): void {
    this.checkIns.splice(index, count)
  }

  isRejected(id: string): boolean {
    return this.rejectedEvery > 0 && Number(id.slice(1)) % this.rejectedEvery === 0
  }

  get source(): CheckInSource {
    return {
      name: "feed",
      account: Effect.sync(() => this.account),
      page: (offset, limit) =>
        Effect.gen({ self: this }, function* () {
          yield* this.before
          this.asked.push([offset, limit])
          return {
            total: Math.max(0, this.checkIns.length + this.miscount),
            checkIns: this.checkIns
              .slice(offset, offset + limit)
              .map((checkIn) =>
                this.isRejected(checkIn.id)
                  ? { id: checkIn.id, checkedInAt: checkIn.checkedInAt, rejected: true as const }
                  : checkIn,
              ),
          }
        }),
    }
  }
}

/** A store that keeps the contract; each write is one step. */
export class Kept {
  readonly checkIns = new Map<string, CheckIn>()
  readonly cursors = new Map<string, string>()
  /** Runs around a write: before it is committed, and after. */
  before: Effect.Effect<void> = Effect.void
  after: Effect.Effect<void> = Effect.void

  readonly store = CheckInStore.of({
    ...noReads,
    journal: noEntries,
    searchable: noItems,
    cursor: (source) => Effect.sync(() => Option.fromUndefinedOr(this.cursors.get(source))),
    checkIns: () => Effect.die("not used in these tests"),
    storeCheckIns: (checkIns, cursor) =>
      Effect.suspend(() => this.before).pipe(
        Effect.map(() => {
          const changed = checkIns.filter(
            (checkIn) => JSON.stringify(this.checkIns.get(checkIn.id)) !== JSON.stringify(checkIn),
          )
          for (const checkIn of changed) this.checkIns.set(checkIn.id, checkIn)
          if (cursor !== undefined) this.cursors.set(cursor.source, cursor.cursor)
          return changed.length
        }),
        Effect.tap(() => this.after),
      ),
  })

  /** The check-ins of the feed that are missing here. */
  missing(feed: Feed): ReadonlyArray<string> {
    return feed.checkIns.map(({ id }) => id).filter((id) => !feed.isRejected(id) && !this.checkIns.has(id))
  }
}

const runs = SyncRuns.of({
  take: () => Effect.void,
  begin: () => Effect.succeed(SyncRunId.make(1)),
  progress: () => Effect.void,
  end: () => Effect.void,
  list: () => Effect.die("not used in these tests"),
})

/** Moves the test clock on from 1970, since check-ins lie in the past. */
const afterwards = Effect.flatMap(Clock.currentTimeMillis, (now) =>
  now < 2e12 ? TestClock.setTime(2e12 + now) : Effect.void,
)

/** One call of the sync. */
export const call = (feed: Feed, kept: Kept, bounds: WalkBounds) =>
  afterwards.pipe(
    Effect.andThen(makeSyncPlaces(bounds)),
    Effect.provideService(CheckInStore, kept.store),
    Effect.provideService(CheckInSources, { configured: [feed.source], settings: "FEED_TOKEN" }),
    Effect.provideService(SyncRuns, runs),
  )
