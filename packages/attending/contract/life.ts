import { AttendingStore, type EventFields, type Ticket } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { event, gameEvent, player, team, venue } from "./events.ts"

export const day = (text: string) => LocalDate.make(text)

export const ticket: Ticket = { reservation: "R1", number: "1", section: "112", row: "F", seat: "4" }

export const zedNumbers = { batting: { atBats: 4, hits: 2 }, pitching: {}, fielding: { errors: 1 } }

/** Games at one venue and concerts at another; some were missed, some are upcoming. */
export const life = Effect.flatMap(AttendingStore, ({ change }) =>
  change(
    Effect.fnUntraced(function* (transaction) {
      const park = yield* transaction.addVenue({
        ...venue("Heron Park"),
        position: { lat: 41.5, lng: -87.25 },
      })
      const hall = yield* transaction.addVenue({ ...venue("Émile Hall"), providerIds: [] })
      const unused = yield* transaction.addVenue({ ...venue("Nowhere"), providerIds: [] })
      const home = yield* transaction.addTeam({ ...team("Ogdenville Atoms", "1"), homeVenueId: park })
      const away = yield* transaction.addTeam(team("Springfield Isotopes", "2"))
      const game = (id: string, on: string, more: Partial<EventFields> = {}) =>
        transaction.addEvent(
          gameEvent(id, home, away, { day: day(on), venueId: park, startsAt: undefined, ...more }),
        )
      const score = (id: string, homeScore: number | undefined, awayScore: number | undefined) => ({
        provider: "mlb",
        id,
        homeTeamId: home,
        awayTeamId: away,
        number: 1,
        homeScore,
        awayScore,
      })
      const won = yield* game("g1", "2024-05-01")
      const lost = yield* game("g2", "2024-05-03", { game: score("g2", 1, 7) })
      const missed = yield* game("g3", "2024-05-04", { attended: false })
      const open = yield* game("g4", "2023-09-04", { game: score("g4", undefined, undefined) })
      const concert = yield* transaction.addEvent(
        event({ day: day("2024-05-03"), venueId: hall, notes: "Loud" }),
      )
      const solo = yield* transaction.addEvent(
        event({
          title: "Ida alone",
          day: day("2024-05-05"),
          performers: ["IDA QUARRY"],
          startsAt: undefined,
        }),
      )
      const later = yield* game("g5", "2024-07-01")
      yield* transaction.putPlayers(won, "mlb", [
        player("7", home, { name: "Zed", jersey: "9", numbers: zedNumbers }),
        player("8", away, { name: "Abe" }),
      ])
      yield* transaction.putPlayers(lost, "mlb", [player("7", home, { name: "Zed", jersey: "10" })])
      yield* transaction.putPlayers(missed, "mlb", [player("8", away, { name: "Abe" })])
      yield* transaction.addTickets(concert, [ticket])
      return { park, hall, unused, home, away, won, lost, missed, open, concert, solo, later }
    }),
  ),
)
