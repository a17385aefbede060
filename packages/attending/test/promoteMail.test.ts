import { AttendingStore, promoteSource } from "@daybook/attending"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { attending, game, knows, row, venueNames } from "./ballpark.ts"
import { day, eventOf } from "./promoteSource.samples.ts"

describe("promoting an email", () => {
  const reservation = (more: object = {}, event: object = {}) => ({
    "@context": "http://schema.org",
    "@type": "EventReservation",
    reservationNumber: "R-77",
    reservationFor: {
      "@type": "MusicEvent",
      name: "Ida Quarry",
      startDate: "2024-05-06T20:00:00-05:00",
      location: {
        "@type": "Place",
        name: "Lantern Hall",
        address: { streetAddress: "1 Lamp St", addressLocality: "Springfield" },
      },
      performer: [{ "@type": "Person", name: "Ida Quarry" }, "Salt"],
      ...event,
    },
    reservedTicket: {
      "@type": "Ticket",
      ticketNumber: "T1",
      ticketedSeat: { seatSection: "112", seatRow: "AA", seatNumber: "7" },
    },
    ...more,
  })

  it.effect("reads its reservations: event, place, performers and tickets", () =>
    Effect.gen(function* () {
      const id = yield* row("mail", {
        subject: "Your tickets",
        from: "x@tickets.example",
        date: "2024-04-01T10:00:00Z",
        reservations: [
          reservation(),
          reservation({ reservedTicket: { ticketNumber: "T2", ticketedSeat: { seatNumber: 8 } } }),
          reservation({}, { name: "Another night" }),
          { "@type": "FlightReservation" },
        ],
      })
      const { notes } = yield* promoteSource(id, {})
      const event = yield* eventOf(id)
      assert.deepInclude(event, {
        title: "Ida Quarry",
        type: "concert",
        category: "music",
        day,
        performers: ["Ida Quarry", "Salt"],
      })
      assert.deepStrictEqual(yield* venueNames, ["Lantern Hall"])
      assert.match(notes.join("; "), /1 more reservations, for other events/)
      const store = yield* AttendingStore
      const tickets = yield* store.change((transaction) => transaction.tickets(event.id))
      assert.deepStrictEqual(tickets, [
        { reservation: "R-77", number: "T1", section: "112", row: "AA", seat: "7" },
        { reservation: "R-77", number: "T2", section: "", row: "", seat: "8" },
      ])
    }).pipe(Effect.provide(attending())),
  )

  it.effect("finds a game by its teams, whatever the title", () =>
    Effect.gen(function* () {
      const id = yield* row("mail", {
        subject: "You are going",
        reservations: [
          reservation(
            {},
            {
              "@type": "http://schema.org/SportsEvent",
              name: "Opening night",
              performer: undefined,
              homeTeam: { name: "Springfield Isotopes" },
              awayTeam: { name: "Ogdenville Atoms" },
            },
          ),
        ],
      })
      yield* promoteSource(id, {})
      assert.strictEqual((yield* eventOf(id)).game?.id, "g1")
    }).pipe(Effect.provide(attending([knows("mlb", [game("g1", day)]).source]))),
  )

  it.effect("needs a date in the body if the mail has no reservation", () =>
    Effect.gen(function* () {
      const id = yield* row("mail", { subject: "Salt at Lantern Hall", reservations: [] })
      assert.match((yield* Effect.flip(promoteSource(id, {}))).message, /^event_date: /)
      const { notes } = yield* promoteSource(id, { event_date: day })
      assert.match(notes.join("; "), /no event reservation/)
    }).pipe(Effect.provide(attending())),
  )
})
