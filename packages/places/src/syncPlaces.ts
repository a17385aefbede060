import { type BatchStore, type Happened, keepFuture, syncDomain, tryRowsAgain } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type CheckIn, tidyCheckIn } from "./model.ts"
import { type CheckInSource, CheckInSources, CheckInStore } from "./ports.ts"
import { cursors, nextOffset, type PageRead, remainingOf, setOut, stepOver, type Walk } from "./walk.ts"

const happened: Happened<CheckIn> = {
  at: ({ checkedInAt }) => checkedInAt,
  ref: ({ id }) => id,
  schema: Schema.Struct({
    id: Schema.String,
    venueName: Schema.String,
    category: Schema.String,
    city: Schema.String,
    country: Schema.String,
    position: Schema.UndefinedOr(Schema.Struct({ lat: Schema.Finite, lng: Schema.Finite })).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed(undefined)),
    ),
    checkedInAt: Schema.Finite,
    shout: Schema.String,
  }),
}

/** How check-ins are stored, from wherever they come. */
export const checkInBatches = Effect.map(CheckInStore, (store): BatchStore<CheckIn> => ({
  happened,
  cursor: store.cursor,
  store: (checkIns, cursor) => store.storeCheckIns(checkIns.map(tidyCheckIn), cursor),
}))

/** How much one call does. */
export interface WalkBounds {
  /** At least 3: a page overlaps the one before it, and check-ins of one second belong together. */
  readonly pageSize: number
  /** How many check-ins a call walks over at the most. */
  readonly callItems: number
}

// A walk over 1,000 asks for five pages, and for two or three more where the feed has changed meanwhile.
const mostPages = ({ callItems, pageSize }: WalkBounds): number => 4 * Math.ceil(callItems / (pageSize - 1))

/**
 * Who adds a check-in with a date of long ago and deletes another one leaves the feed as long as it was: only walking over
 * all of it shows what is new. A call does so with what is left of its bounds where that is enough; a longer feed is walked
 * anew where the last walk is older than this.
 */
const walkAgainAfter = 7 * 86_400_000

const readPage = Effect.fnUntraced(function* (source: CheckInSource, offset: number, pageSize: number) {
  const { checkIns, total } = yield* source.page(offset, pageSize)
  const after = offset + checkIns.length
  if (checkIns.length >= pageSize) return { offset, checkIns, total, reachesEnd: false }
  if (after >= total) return { offset, checkIns, total, reachesEnd: true }
  // A short page that the count calls not the last: only the feed itself can tell.
  const { checkIns: beyond } = yield* source.page(after, pageSize)
  return { offset, checkIns, total, reachesEnd: beyond.length === 0 }
})

/** The walk as it was left, or one that sets out: where there is none, none of this account, or where it is old. */
const resume = (source: CheckInSource, left: Walk | undefined, now: number): Walk => {
  if (left === undefined || left.account !== source.account) return setOut(source.account, now, 0)
  return left.done && left.began + walkAgainAfter <= now ? setOut(left.account, now, left.total) : left
}

/** A walk, the page that it asks for next, and whether it has looked one page further back for where it was. */
interface Search {
  readonly walk: Walk
  readonly offset: number
  readonly hasLookedBack: boolean
}

const search = (walk: Walk, pageSize: number): Search => ({
  walk,
  offset: nextOffset(walk, pageSize),
  hasLookedBack: false,
})

/**
 * Where to look next after a page that does not fit the walk, which has changed since the page before: where the feed's
 * new count says, then one page further back, in case older ones were deleted; else the walk sets out again.
 */
const lookElsewhere = (
  { hasLookedBack, walk }: Search,
  page: PageRead,
  isGap: boolean,
  { now, pageSize }: { readonly now: number; readonly pageSize: number },
): Search => {
  const recounted = { ...walk, total: page.total, done: false }
  const offset = nextOffset(recounted, pageSize)
  if (walk.total !== page.total && offset !== page.offset) return { walk: recounted, offset, hasLookedBack }
  // Where nothing was walked yet there is nothing to set out from again: the count is lower than the feed is long.
  if (isGap && (!hasLookedBack || walk.before === undefined)) {
    return { walk: recounted, offset: page.offset + pageSize - 1, hasLookedBack: true }
  }
  return search(setOut(walk.account, now, page.total), pageSize)
}

/** Walks on, and stores each page with where the walk stands after it. Gives how many check-ins are left. */
const walkFeed = Effect.fnUntraced(function* (
  { callItems, pageSize }: WalkBounds,
  source: CheckInSource,
  { cursor, store }: BatchStore<CheckIn>,
  report: (items: number) => Effect.Effect<void>,
) {
  const now = yield* Clock.currentTimeMillis
  const saved = yield* cursor(source.name)
  if (Option.isSome(saved)) {
    yield* tryRowsAgain(source.name, source.readAgain, happened, (checkIns) =>
      Effect.flatMap(store(checkIns, { source: source.name, cursor: saved.value }), report),
    )
  }
  let at = search(
    resume(source, Option.getOrUndefined(yield* cursors.read(source.name, saved)), now),
    pageSize,
  )
  let left = callItems
  for (let pages = mostPages({ callItems, pageSize }); pages > 0 && left > 0; pages--) {
    const page = yield* readPage(source, at.offset, pageSize)
    const step = stepOver(at.walk, page, pageSize, left)
    if (step.kind !== "forward") {
      at = lookElsewhere(at, page, step.kind === "gap", { now, pageSize })
      continue
    }
    left -= step.fresh
    const { walk } = step
    const setsOut = walk.done && (walk.again || (walk.began < now && page.total + walk.miscount <= left))
    at = search(setsOut ? setOut(source.account, now, page.total) : walk, pageSize)
    const read = step.checkIns.filter((checkIn): checkIn is CheckIn => !("odd" in checkIn))
    const past = yield* keepFuture(source.name, happened, read)
    yield* report(yield* store(past, { source: source.name, cursor: cursors.write(at.walk) }))
    if (at.walk.done) break
  }
  return remainingOf(at.walk)
})

/** A sync of places that does so much in one call. */
export const makeSyncPlaces = (bounds: WalkBounds) =>
  Effect.gen(function* () {
    const store = yield* checkInBatches
    return yield* syncDomain("places", yield* CheckInSources, (source, report) =>
      walkFeed(bounds, source, store, report),
    )
  })

/**
 * Walks on over the feed of each configured source, from its oldest check-in to its newest, over 1,000 of them at the
 * most: to be called until nothing remains. Then all that the source has is stored, and each check-in once, whatever was
 * added, deleted or cut off in between. What is stored stays where the source deletes it.
 */
export const syncPlaces = makeSyncPlaces({ pageSize: 250, callItems: 1_000 })
