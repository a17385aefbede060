import { foldName } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AttendedEvent, EventFields } from "../model.ts"
import type { AttendingTables } from "../ports.ts"

const sameGame = (one: EventFields, other: EventFields): boolean =>
  one.game !== undefined &&
  other.game !== undefined &&
  one.type === other.type &&
  one.game.provider !== other.game.provider &&
  one.game.homeTeamId === other.game.homeTeamId &&
  one.game.awayTeamId === other.game.awayTeamId &&
  one.game.number === other.game.number

const headlinerOf = ({ performers, title }: EventFields): string => foldName(performers[0] ?? title)

/** Whether two of one day and venue are one event: the same headliner, or the same game. */
const isSame = (one: EventFields, other: EventFields): boolean => {
  if (sameGame(one, other)) return true
  // Two games of a double-header have the same title.
  if (one.game !== undefined && other.game !== undefined) return false
  return headlinerOf(one) === headlinerOf(other)
}

/**
 * The stored event that this one is: that of the same game of a provider, else one of the same day and venue with the
 * same headliner or game. `namesGame` tells whether a title names both teams of the event's game.
 */
export const findEvent = Effect.fnUntraced(function* (
  tables: AttendingTables,
  event: EventFields,
  namesGame: (title: string) => boolean,
) {
  if (event.game !== undefined) {
    const ofGame = yield* tables.eventOfGame(event.type, event.game)
    if (Option.isSome(ofGame)) return ofGame
  }
  const ofDay = yield* tables.eventsOn(event.day)
  return Option.fromUndefinedOr<AttendedEvent | undefined>(
    ofDay.find((other) => other.venueId === event.venueId && isSame(event, other)) ??
      // What was promoted before its game was known, from a calendar's "Isotopes vs. Atoms".
      ofDay.find(
        (other) =>
          other.game === undefined &&
          (other.venueId ?? event.venueId) === event.venueId &&
          namesGame(other.title),
      ),
  )
})
