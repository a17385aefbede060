import { foldName } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AttendedEvent, EventFields } from "../model.ts"
import type { AttendingTransaction } from "../ports.ts"

const isSameGame = (one: EventFields, other: EventFields): boolean =>
  one.game !== undefined &&
  other.game !== undefined &&
  one.type === other.type &&
  one.game.provider !== other.game.provider &&
  one.game.homeTeamId === other.game.homeTeamId &&
  one.game.awayTeamId === other.game.awayTeamId &&
  one.game.number === other.game.number

const headlinerOf = ({ performers, title }: EventFields): string => foldName(performers[0] ?? title)

/** Matches two events of one day and venue by their headliner or their game. */
const isSameEvent = (one: EventFields, other: EventFields): boolean => {
  if (isSameGame(one, other)) return true
  // The two games of a double-header have the same title.
  if (one.game !== undefined && other.game !== undefined) return false
  return headlinerOf(one) === headlinerOf(other)
}

/**
 * Finds the stored event that is the same as this one: with the provider's same game, else on the same day at the same
 * venue with the same headliner or game. `namesGame` reports titles that name both teams of this event's game.
 */
export const findSameEvent = Effect.fnUntraced(function* (
  transaction: AttendingTransaction,
  event: EventFields,
  namesGame: (title: string) => boolean,
) {
  if (event.game !== undefined) {
    const ofGame = yield* transaction.eventOfGame(event.type, event.game)
    if (Option.isSome(ofGame)) return ofGame
  }
  const ofDay = yield* transaction.eventsOn(event.day)
  return Option.fromUndefinedOr<AttendedEvent | undefined>(
    ofDay.find((other) => other.venueId === event.venueId && isSameEvent(event, other)) ??
      // A calendar's "Isotopes vs. Atoms", promoted before a provider knew its game.
      ofDay.find(
        (other) =>
          other.game === undefined &&
          (other.venueId ?? event.venueId) === event.venueId &&
          namesGame(other.title),
      ),
  )
})
