import { AttendingStore, promoteSource, SourceRowId } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  atoms,
  attending,
  down,
  duffPark,
  eventsOn,
  game,
  knows,
  meteors,
  player,
  row,
  venueNames,
  rejectedLine,
  withRejectedGame,
  withRejectedLine,
} from "./ballpark.ts"

const day = LocalDate.make("2024-05-06")

const concert = {
  title: "The Paper Lanterns",
  event_date: day,
  location: "Lantern Hall",
  performers: ["The Paper Lanterns"],
}

const entry = (summary: string, location = "", dateTime = `${day}T18:10:00-05:00`) => ({
  summary,
  location,
  start: { dateTime, timeZone: "America/Chicago" },
})

const eventOf = Effect.fnUntraced(function* (id: SourceRowId) {
  const store = yield* AttendingStore
  const stored = Option.getOrThrow(yield* store.source(id))
  const event = yield* store.change((transaction) =>
    stored.eventId === undefined ? Effect.die("it is pending") : transaction.event(stored.eventId),
  )
  return Option.getOrThrow(event)
})

describe("promoting a row made by hand", () => {
  it.effect("makes an event of its fields, and a new venue at half confidence", () =>
    Effect.gen(function* () {
      const id = yield* row("manual", { ...concert, event_datetime: `${day}T20:00:00` })
      const promotion = yield* promoteSource(id, {})
      assert.deepStrictEqual(promotion, {
        eventId: promotion.eventId,
        action: "inserted",
        confidence: 0.5,
        notes: ['"Lantern Hall" is a new venue'],
      })
      const event = yield* eventOf(id)
      assert.deepInclude(event, {
        title: "The Paper Lanterns",
        category: "music",
        type: "concert",
        day,
        attended: true,
        performers: ["The Paper Lanterns"],
      })
      // The person's time zone, since the venue's is unknown.
      assert.strictEqual(event.startsAt, Date.parse(`${day}T20:00:00-05:00`))
      assert.deepStrictEqual(yield* venueNames, ["Lantern Hall"])
    }).pipe(Effect.provide(attending())),
  )

  it.effect("again, or from two callers at once, is one event", () =>
    Effect.gen(function* () {
      const id = yield* row("manual", concert)
      const both = yield* Effect.all([promoteSource(id, {}), promoteSource(id, {})], { concurrency: 2 })
      const third = yield* promoteSource(id, { title: "Renamed", event_date: "2024-05-07" })
      assert.deepStrictEqual(
        [...both, third].map(({ action }) => action),
        ["inserted", "updated", "updated"],
      )
      assert.strictEqual(new Set([...both, third].map(({ eventId }) => eventId)).size, 1)
      assert.deepStrictEqual(yield* eventsOn(day), [])
      assert.lengthOf(yield* eventsOn("2024-05-07"), 1)
      assert.strictEqual(third.confidence, 1)
    }).pipe(Effect.provide(attending())),
  )

  it.effect("finds the event of another row by day, venue and headliner, and no other", () =>
    Effect.gen(function* () {
      const first = yield* promoteSource(yield* row("manual", concert), {})
      const same = yield* promoteSource(
        yield* row("manual", { ...concert, title: "On tour", performers: ["the paper LANTERNS", "Salt"] }),
        {},
      )
      assert.deepStrictEqual([same.eventId, same.action], [first.eventId, "updated"])
      for (const other of [
        { ...concert, event_date: "2024-05-07" },
        { ...concert, location: "Quarry Park" },
        { ...concert, performers: ["Salt"] },
      ]) {
        const promotion = yield* promoteSource(yield* row("manual", other), {})
        assert.strictEqual(promotion.action, "inserted", JSON.stringify(other))
      }
    }).pipe(Effect.provide(attending())),
  )

  it.effect("takes every field of the body over the row's, and the rest from the row", () =>
    Effect.gen(function* () {
      const id = yield* row("manual", { ...concert, event_datetime: `${day}T20:00:00` })
      yield* promoteSource(id, {
        title: "Renamed",
        event_datetime: "2024-05-08T01:30:00+02:00",
        location: "",
        performers: [],
      })
      const event = yield* eventOf(id)
      assert.deepInclude(event, {
        title: "Renamed",
        day: LocalDate.make("2024-05-08"),
        venueId: undefined,
        performers: [],
      })
      assert.strictEqual(event.startsAt, Date.parse("2024-05-07T23:30:00Z"))
      yield* promoteSource(id, { event_date: "2024-05-09" })
      assert.deepInclude(yield* eventOf(id), {
        title: concert.title,
        day: LocalDate.make("2024-05-09"),
        startsAt: undefined,
      })
    }).pipe(Effect.provide(attending())),
  )

  const refused = [
    [{ event_date: "2024-02-30" }, /^event_date: is not a calendar day/],
    [{ event_date: "May 6" }, /^event_date: /],
    [{ event_datetime: "2024-05-06" }, /^event_datetime: is not a time/],
    [{ event_datetime: "tonight" }, /^event_datetime: /],
    [{ title: " " }, /^title: must not be empty/],
  ] as const
  for (const [body, says] of refused) {
    it.effect(`refuses ${JSON.stringify(body)}, before it looks for the row`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(promoteSource(SourceRowId.make(999), body))
        assert.strictEqual(error._tag, "InvalidInput")
        assert.match(error.message, says)
      }).pipe(Effect.provide(attending())),
    )
  }

  it.effect("refuses what has no date anywhere; a time in the body is one", () =>
    Effect.gen(function* () {
      const id = yield* row("manual", { title: "Salt", event_date: "soon" })
      assert.match((yield* Effect.flip(promoteSource(id, {}))).message, /^event_date: /)
      yield* promoteSource(id, { event_datetime: `${day}T20:00:00Z` })
      assert.deepInclude(yield* eventOf(id), { day })
      const missing = yield* Effect.flip(promoteSource(SourceRowId.make(999), {}))
      assert.strictEqual(missing._tag, "NoSuchSource")
    }).pipe(Effect.provide(attending())),
  )

  it.effect("makes no venue of what is none, and says so", () =>
    Effect.gen(function* () {
      const id = yield* row("manual", { ...concert, location: "Order #12345, Mobile delivery" })
      const { confidence, notes } = yield* promoteSource(id, {})
      assert.strictEqual(confidence, 0.5)
      assert.match(notes.join(), /is no venue's name: it is about tickets/)
      assert.deepStrictEqual(yield* venueNames, [])
    }).pipe(Effect.provide(attending())),
  )
})

describe("promoting a calendar's entry", () => {
  const played = game("g1", day)

  it.effect("finds the game that it names, with its venue, teams, scores and players", () => {
    const mlb = knows("mlb", [played, game("g2", day, { home: atoms, away: meteors })], {
      players: { g1: [player("70", "José Núñez", "00"), player("71", "Al Salt", "5", atoms.id)] },
    })
    return Effect.gen(function* () {
      for (const summary of [
        "Ogdenville Atoms at Springfield Isotopes",
        "Isotopes vs. Atoms",
        "isotopes v ATOMS",
        "OGD @ SPR",
      ]) {
        const id = yield* row("calendar", entry(summary, "somewhere else"))
        const { confidence } = yield* promoteSource(id, {})
        const event = yield* eventOf(id)
        assert.deepInclude(event, {
          title: "Ogdenville Atoms at Springfield Isotopes",
          category: "sports",
          type: "mlb_game",
          day,
          startsAt: played.startsAt,
        })
        assert.deepInclude(event.game ?? {}, {
          provider: "mlb",
          id: "g1",
          homeScore: 4,
          awayScore: 2,
          number: 1,
        })
        assert.strictEqual(confidence, summary.startsWith("Ogdenville") ? 0.5 : 1, summary)
      }
      assert.lengthOf(yield* eventsOn(day), 1)
      assert.deepStrictEqual(yield* venueNames, ["Duff Park"])
      const store = yield* AttendingStore
      assert.deepStrictEqual(
        (yield* store.teams).map(({ homeVenueId, name }) => [name, homeVenueId]),
        [
          ["Springfield Isotopes", (yield* store.venues)[0]?.id],
          ["Ogdenville Atoms", undefined],
        ],
      )
      const [event] = yield* eventsOn(day)
      if (event === undefined) return assert.fail("there is one event")
      const players = yield* store.change((transaction) => transaction.appearances(event.id))
      assert.deepStrictEqual(
        players.map(({ jersey, lastName }) => [lastName, jersey]),
        [
          ["Núñez", "00"],
          ["Salt", "5"],
        ],
      )
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("tells games apart whose teams have one nickname", () => {
    const others = game("g2", day, {
      home: { ...meteors, name: "Capital City Isotopes", nickname: "Isotopes" },
      away: { ...meteors, id: "8", name: "Shelbyville Atoms", nickname: "Atoms" },
    })
    return Effect.gen(function* () {
      const id = yield* row("calendar", entry("Springfield Isotopes vs. Ogdenville Atoms"))
      yield* promoteSource(id, {})
      assert.strictEqual((yield* eventOf(id)).game?.id, "g1")
      const unsure = yield* promoteSource(yield* row("calendar", entry("Isotopes vs. Atoms")), {})
      assert.match(unsure.notes.join("; "), /2 such games/)
    }).pipe(Effect.provide(attending([knows("mlb", [others, played]).source])))
  })

  it.effect("keeps no more of a text than a store can, and nothing that it cannot", () =>
    Effect.gen(function* () {
      const long = `\0${"Ida ".repeat(2_000)}`
      const id = yield* row("manual", { title: long, event_date: day, location: long, performers: [long] })
      yield* promoteSource(id, {})
      const event = yield* eventOf(id)
      assert.isAtMost(event.title.length, 500)
      assert.isAtMost(event.performers[0]?.length ?? 0, 500)
      assert.notInclude(event.title, "\0")
    }).pipe(Effect.provide(attending())),
  )

  it.effect("keeps the body's title, date and place over the game that the row's title names", () =>
    Effect.gen(function* () {
      const id = yield* row("calendar", entry("Isotopes vs. Atoms"))
      yield* promoteSource(id, {
        title: "My first game",
        location: "The Old Yard",
        performers: ["The Anthem Choir"],
      })
      const event = yield* eventOf(id)
      assert.deepInclude(event, {
        title: "My first game",
        type: "mlb_game",
        performers: ["The Anthem Choir"],
      })
      assert.strictEqual(event.game?.id, "g1")
      const venues = yield* (yield* AttendingStore).venues
      assert.strictEqual(venues.find(({ id: venue }) => venue === event.venueId)?.name, "The Old Yard")
    }).pipe(Effect.provide(attending([knows("mlb", [played]).source]))),
  )

  it.effect("where a game was expected and not found is sure of 0.4 at most, and says why", () =>
    Effect.gen(function* () {
      yield* promoteSource(yield* row("manual", concert), {})
      const cases = [
        ["Isotopes vs. Meteors", "Lantern Hall", /no game of 2024-05-06 was found/],
        ["MLB: opening day", "Lantern Hall", /no game of 2024-05-06 was found/],
      ] as const
      for (const [summary, place, says] of cases) {
        const { confidence, notes } = yield* promoteSource(yield* row("calendar", entry(summary, place)), {})
        assert.strictEqual(confidence, 0.4, summary)
        assert.match(notes.join("; "), says)
      }
    }).pipe(Effect.provide(attending([knows("mlb", [played]).source]))),
  )

  it.effect(
    "a game of the schedule that cannot be read is told where none was found, and stops no other",
    () => {
      const mlb = knows("mlb", [played], { while: withRejectedGame })
      return Effect.gen(function* () {
        const found = yield* promoteSource(
          yield* row("calendar", entry("Isotopes vs. Atoms", duffPark.name)),
          {},
        )
        assert.notMatch(found.notes.join("; "), /could not be read/)
        const missing = yield* promoteSource(
          yield* row("calendar", entry("Isotopes vs. Meteors", "Other Field")),
          {},
        )
        assert.strictEqual(missing.confidence, 0.4)
        assert.match(missing.notes.join("; "), /could not be read \(teams\.home\.team\.id: Missing key\)/)
      }).pipe(Effect.provide(attending([mlb.source])))
    },
  )

  it.effect("a line of the box score that cannot be read is a doubt", () => {
    const mlb = knows("mlb", [played], { while: withRejectedLine })
    return Effect.gen(function* () {
      const id = yield* row("calendar", entry("Isotopes vs. Atoms", duffPark.name))
      assert.include((yield* promoteSource(id, {})).notes, rejectedLine("mlb"))
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("a provider that is down is a doubt and no failure; promoted again the game is found", () => {
    let isDown = true
    const mlb = knows("mlb", [played], {
      while: (answer) => Effect.suspend(() => (isDown ? Effect.fail(down) : answer)),
    })
    return Effect.gen(function* () {
      const id = yield* row("calendar", entry("Isotopes vs. Atoms", duffPark.name))
      const first = yield* promoteSource(id, {})
      assert.strictEqual(first.confidence, 0.4)
      assert.match(first.notes.join("; "), /in trouble \(502\)/)
      isDown = false
      const second = yield* promoteSource(id, {})
      assert.deepStrictEqual(
        [second.eventId, second.action, second.confidence],
        [first.eventId, "updated", 1],
      )
      assert.strictEqual((yield* eventOf(id)).game?.id, "g1")
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect(
    "takes the game of a double-header that begins at the entry's time; without a time it is a doubt",
    () => {
      const late = { startsAt: Date.parse("2024-05-07T00:40:00Z") }
      const games = [game("g2", day, late), game("g1", day, { startsAt: Date.parse("2024-05-06T18:10:00Z") })]
      return Effect.gen(function* () {
        const early = yield* row("calendar", entry("Isotopes vs. Atoms", "", `${day}T13:00:00-05:00`))
        const second = yield* row("calendar", entry("Isotopes vs. Atoms", "", `${day}T19:35:00-05:00`))
        const whole = yield* row("calendar", { summary: "Isotopes vs. Atoms", start: { date: day } })
        yield* promoteSource(early, {})
        yield* promoteSource(second, {})
        const unsure = yield* promoteSource(whole, {})
        const [one, other] = [yield* eventOf(early), yield* eventOf(second)]
        assert.deepStrictEqual([one.game?.id, one.game?.number], ["g1", 1])
        assert.deepStrictEqual([other.game?.id, other.game?.number], ["g2", 2])
        assert.strictEqual(unsure.confidence, 0.4)
        assert.match(unsure.notes.join("; "), /2 such games on 2024-05-06/)
      }).pipe(Effect.provide(attending([knows("mlb", games).source])))
    },
  )

  it.effect("a postponed game is not the one; what is no game asks nobody", () => {
    const mlb = knows("mlb", [game("g1", day, { state: "called off" })])
    return Effect.gen(function* () {
      const { confidence, notes } = yield* promoteSource(
        yield* row("calendar", entry("Isotopes vs. Atoms")),
        {},
      )
      assert.strictEqual(confidence, 0.4)
      assert.match(notes.join("; "), /postponed or cancelled/)
      mlb.asked.length = 0
      for (const summary of ["Dentist", "Concert in the yard", "Jazz night"])
        yield* promoteSource(yield* row("calendar", entry(summary)), {})
      assert.deepStrictEqual(mlb.asked, [])
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("takes the day at the venue, where its zone is known", () =>
    Effect.gen(function* () {
      const id = yield* row("calendar", {
        summary: "Salt",
        start: { dateTime: "2024-05-07T02:30:00Z", timeZone: "America/Chicago" },
      })
      yield* promoteSource(id, {})
      assert.deepInclude(yield* eventOf(id), { day, startsAt: Date.parse("2024-05-07T02:30:00Z") })
    }).pipe(Effect.provide(attending([], "UTC"))),
  )
})

describe("promoting a mail", () => {
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

  it.effect("of a game finds it by its teams, whatever its title is", () =>
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

  it.effect("without a reservation needs the body's date", () =>
    Effect.gen(function* () {
      const id = yield* row("mail", { subject: "Salt at Lantern Hall", reservations: [] })
      assert.match((yield* Effect.flip(promoteSource(id, {}))).message, /^event_date: /)
      const { notes } = yield* promoteSource(id, { event_date: day })
      assert.match(notes.join("; "), /no reservation of an event/)
    }).pipe(Effect.provide(attending())),
  )
})
