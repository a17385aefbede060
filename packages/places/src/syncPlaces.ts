import { type BatchStore, type EventTiming, rejectFuture, syncDomain, tryRowsAgain } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CheckIn, normalizeCheckIn } from "./model.ts"
import { type CheckInSource, CheckInSources, CheckInStore } from "./ports.ts"
import {
  cursors,
  nextOffset,
  type PageRead,
  remainingOf,
  startWalk,
  stepOver,
  type Walk,
} from "./feedWalk.ts"

const happened: EventTiming<CheckIn> = {
  at: ({ checkedInAt }) => checkedInAt,
  ref: ({ id }) => id,
  schema: CheckIn,
}

/** Storage of check-ins in batches, for syncs and imports alike. */
export const checkInBatches = Effect.map(CheckInStore, (store): BatchStore<CheckIn> => ({
  happened,
  cursor: store.cursor,
  store: (checkIns, cursor) => store.storeCheckIns(checkIns.map(normalizeCheckIn), cursor),
}))

/** The bounds of one call. */
export interface WalkBounds {
  /** At least 3: pages overlap, and check-ins of one second belong together. */
  readonly pageSize: number
  /** The most check-ins that one call walks over. */
  readonly callItems: number
}

// A walk over 1,000 needs five pages, and two or three more where the feed changes meanwhile.
const maxPages = ({ callItems, pageSize }: WalkBounds): number => 4 * Math.ceil(callItems / (pageSize - 1))

/**
 * Adding a backdated check-in and deleting another leaves the feed's count unchanged: only a new walk over all of it shows
 * the addition. A call that has enough of its bounds left makes that walk; a longer feed is walked again after this time.
 */
const walkAgainAfter = 7 * 86_400_000

const readPage = Effect.fnUntraced(function* (source: CheckInSource, offset: number, pageSize: number) {
  const { checkIns, total } = yield* source.page(offset, pageSize)
  const after = offset + checkIns.length
  if (checkIns.length >= pageSize) return { offset, checkIns, total, reachesEnd: false }
  if (after >= total) return { offset, checkIns, total, reachesEnd: true }
  // By the count, a short page is not the last. Only the feed itself decides.
  const { checkIns: beyond } = yield* source.page(after, pageSize)
  return { offset, checkIns, total, reachesEnd: beyond.length === 0 }
})

/** The saved walk, or a new one if there is none, the account is another, or the last walk is too old. */
const resume = (account: string, left: Walk | undefined, now: number): Walk => {
  if (left === undefined || left.account !== account) return startWalk(account, now, 0)
  return left.done && left.began + walkAgainAfter <= now ? startWalk(left.account, now, left.total) : left
}

/** A walk and the offset of its next page. `hasLookedBack` means it has already tried one page further back. */
interface Search {
  readonly walk: Walk
  readonly offset: number
  readonly hasLookedBack: boolean
}

const startSearch = (walk: Walk, pageSize: number): Search => ({
  walk,
  offset: nextOffset(walk, pageSize),
  hasLookedBack: false,
})

/**
 * The next page to try after a page that does not fit the walk, because the feed has changed: by the new count, then one
 * page further back in case older check-ins were deleted; else the walk starts again.
 */
const nextSearch = (
  { hasLookedBack, walk }: Search,
  page: PageRead,
  isGap: boolean,
  { now, pageSize }: { readonly now: number; readonly pageSize: number },
): Search => {
  const recounted = { ...walk, total: page.total, done: false }
  const offset = nextOffset(recounted, pageSize)
  if (walk.total !== page.total && offset !== page.offset) return { walk: recounted, offset, hasLookedBack }
  // A walk at its start has nothing to restart: the count is lower than the feed is long.
  if (isGap && (!hasLookedBack || walk.before === undefined)) {
    return { walk: recounted, offset: page.offset + pageSize - 1, hasLookedBack: true }
  }
  return startSearch(startWalk(walk.account, now, page.total), pageSize)
}

/** Continues the walk, storing each page with the walk's state after it. Returns the number of check-ins left. */
const walkFeed = Effect.fnUntraced(function* (
  { callItems, pageSize }: WalkBounds,
  source: CheckInSource,
  { cursor, store }: BatchStore<CheckIn>,
  report: (items: number) => Effect.Effect<void>,
) {
  const now = yield* Clock.currentTimeMillis
  const account = yield* source.account
  const saved = yield* cursor(source.name)
  if (Option.isSome(saved)) {
    yield* tryRowsAgain(source, happened, (checkIns) =>
      Effect.flatMap(store(checkIns, { source: source.name, cursor: saved.value }), report),
    )
  }
  let at = startSearch(
    resume(account, Option.getOrUndefined(yield* cursors.read(source.name, saved)), now),
    pageSize,
  )
  let left = callItems
  for (let pages = maxPages({ callItems, pageSize }); pages > 0 && left > 0; pages--) {
    const page = yield* readPage(source, at.offset, pageSize)
    const step = stepOver(at.walk, page, pageSize, left)
    if (step.kind !== "forward") {
      at = nextSearch(at, page, step.kind === "gap", { now, pageSize })
      continue
    }
    left -= step.fresh
    const { walk } = step
    const startsAnew = walk.done && (walk.again || (walk.began < now && page.total + walk.miscount <= left))
    at = startSearch(startsAnew ? startWalk(account, now, page.total) : walk, pageSize)
    const read = step.checkIns.filter((checkIn): checkIn is CheckIn => !("rejected" in checkIn))
    const past = yield* rejectFuture(source.name, happened, read)
    yield* report(yield* store(past, { source: source.name, cursor: cursors.write(at.walk) }))
    if (at.walk.done) break
  }
  return remainingOf(at.walk)
})

/** A sync of places within these bounds. */
export const makeSyncPlaces = (bounds: WalkBounds) =>
  Effect.gen(function* () {
    const store = yield* checkInBatches
    return yield* syncDomain("places", yield* CheckInSources, (source, report) =>
      walkFeed(bounds, source, store, report),
    )
  })

/**
 * Walks the feed of each configured source from its oldest check-in to its newest, up to 1,000 in one call. Call it until
 * nothing remains: then every check-in of the source is stored once, whatever was added, deleted or interrupted meanwhile.
 * Check-ins deleted at the source stay stored.
 */
export const syncPlaces = makeSyncPlaces({ pageSize: 250, callItems: 1_000 })
