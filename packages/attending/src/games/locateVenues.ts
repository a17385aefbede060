import type { SourceError } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { GameType, type Venue } from "../model.ts"
import { AttendingStore, type GameSource } from "../ports.ts"
import { GameSources } from "./gameSources.ts"

const retryAfter = Duration.toMillis("30 days")

const batchSize = 50

/** True for failures that every further call would meet too. */
const isLasting = ({ failure }: SourceError) => failure !== "malformed answer"

const locateOne = Effect.fnUntraced(function* (
  { name }: GameSource,
  venuePosition: NonNullable<GameSource["venuePosition"]>,
  venue: Venue,
) {
  const store = yield* AttendingStore
  const id = venue.providerIds.find(({ provider }) => provider === name)?.id
  if (id === undefined) return
  const answer = yield* Effect.result(venuePosition(id))
  if (Result.isFailure(answer)) {
    yield* Effect.logWarning(`${name}: no position of ${venue.name}`, answer.failure)
    if (isLasting(answer.failure)) return yield* answer.failure
  }
  const position = Result.isSuccess(answer) ? answer.success : undefined
  yield* store.locateVenue(venue.id, yield* Clock.currentTimeMillis, position)
})

/** Returns the number of venues requested: 0 when nothing is left. */
const locateBatch = Effect.fnUntraced(function* (
  source: GameSource,
  venuePosition: NonNullable<GameSource["venuePosition"]>,
) {
  const store = yield* AttendingStore
  const before = (yield* Clock.currentTimeMillis) - retryAfter
  const venues = yield* store.venuesToLocate(source.name, before, batchSize)
  yield* Effect.forEach(venues, (venue) => locateOne(source, venuePosition, venue), { discard: true })
  return venues.length
})

/**
 * Queries the services that know venues for the position of each that has none, and again after 30 days if they knew
 * none. A service that fails is retried by the next call.
 */
export const locateVenues = Effect.gen(function* () {
  const games = yield* GameSources
  const sources = new Set(GameType.literals.flatMap((type) => games.sourceOf(type) ?? []))
  for (const source of sources) {
    const { venuePosition } = source
    if (venuePosition === undefined) continue
    yield* locateBatch(source, venuePosition).pipe(
      Effect.repeat({ while: (asked) => asked > 0 }),
      // It is in the log.
      Effect.ignore,
    )
  }
}).pipe(Effect.withSpan("Attending.locateVenues"))
