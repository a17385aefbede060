import type { EventFields } from "@daybook/attending"
import { event, gameEvent } from "@daybook/attending/contract"
import { LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { TestServer } from "../testServer.ts"

const eventOn = (day: string, more: Partial<EventFields> = {}) =>
  event({ day: LocalDate.make(day), startsAt: undefined, performers: ["The Paper Lanterns"], ...more })

/** A game and a concert that were attended, a missed game, and a concert to come. Today is 2026-07-15. */
export const live = ({ attending }: TestServer) =>
  attending.change(
    Effect.fnUntraced(function* (transaction) {
      const park = yield* transaction.addVenue({
        name: "Heron Park",
        aliases: [],
        city: "Brackwater",
        timeZone: "America/Chicago",
        providerIds: [],
        position: { lat: 41.5, lng: -87.25 },
      })
      const teamOf = (name: string) =>
        transaction.addTeam({ type: "mlb_game", name, aliases: [], providerIds: [], homeVenueId: park })
      const home = yield* teamOf("Brackwater Herons")
      const away = yield* teamOf("Ashford Miners")
      const game = (id: string, day: string, attended: boolean) =>
        transaction.addEvent(
          gameEvent(id, home, away, {
            title: "Ashford Miners at Brackwater Herons",
            day: LocalDate.make(day),
            startsAt: undefined,
            venueId: park,
            attended,
          }),
        )
      const won = yield* game("1", "2026-05-06", true)
      const missed = yield* game("2", "2026-05-07", false)
      yield* transaction.putPlayers(won, "mlb", [
        {
          id: "7",
          name: "José Núñez",
          firstName: "José",
          lastName: "Núñez",
          jersey: "00",
          teamId: home,
          numbers: { batting: { atBats: 4, homeRuns: 1 }, pitching: {}, fielding: {} },
        },
      ])
      const concert = yield* transaction.addEvent(eventOn("2026-07-14"))
      yield* transaction.addTickets(concert, [
        { reservation: "R", number: "1", section: "", row: "F", seat: "4" },
      ])
      yield* transaction.putSetlist(concert, {
        ref: "s1",
        performer: "The Paper Lanterns",
        tour: "Pier to Pier",
        url: "https://setlists.example/1",
        songs: [{ name: "Salt", encore: 1, coverOf: "Ida Quarry", guest: "", note: "", isTape: false }],
      })
      const tonight = yield* transaction.addEvent(
        eventOn("2026-07-15", { startsAt: Date.parse("2026-07-15T20:00:00Z") }),
      )
      const coming = yield* transaction.addEvent(eventOn("2026-08-01"))
      return { park, home, away, won, missed, concert, tonight, coming }
    }),
  )
