import {
  AttendingStore,
  type EventFields,
  EventId,
  type EventQuery,
  type ListedEvent,
  PlayerId,
  seasonRange,
  TeamId,
} from "@daybook/attending"
import { type DataVersions, everything, foldName } from "@daybook/kernel"
import { raisesVersion, readPages } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { event, player, venue } from "./events.ts"
import { day, life, ticket, zedNumbers } from "./life.ts"

const today = day("2024-06-30")

const list = (query: Partial<EventQuery>, limit = 100) =>
  Effect.flatMap(AttendingStore, ({ lists }) =>
    readPages((page) => lists.events({ range: everything, ...query }, page), limit),
  )

const ids = (events: ReadonlyArray<{ readonly id: number }>) => events.map(({ id }) => id)

const SomeEvent = Schema.Struct({
  title: Schema.Literals(["Salt", "An Évening", "Night"]),
  category: Schema.Literals(["music", "arts"]),
  type: Schema.Literals(["concert", "theater"]),
  day: Schema.Literals(["2023-12-31", "2024-01-01", "2024-02-29"]),
  starts: Schema.UndefinedOr(Schema.Literals([0, 5, 26])),
  attended: Schema.Boolean,
  performers: Schema.Array(Schema.Literals(["Ida", "Zoo", "Half Moth"])).check(Schema.isMaxLength(2)),
})

const Query = Schema.Struct({
  category: Schema.UndefinedOr(Schema.Literals(["music", "arts"])),
  type: Schema.UndefinedOr(Schema.Literals(["concert", "theater"])),
  attended: Schema.UndefinedOr(Schema.Boolean),
  q: Schema.UndefinedOr(Schema.Literals(["EVEN", "moth", "nothing"])),
  soonestFirst: Schema.Boolean,
  limit: Schema.Literals([1, 3, 100]),
})

/** Contract: the lists over events and what belongs to them. */
export const listsContract = (fresh: () => Layer.Layer<AttendingStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, AttendingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "events are listed by day, found by all that belongs to them, and shown whole",
    Effect.gen(function* () {
      const { lists } = yield* AttendingStore
      assert.deepStrictEqual(yield* list({}), [])
      const made = yield* life
      const { away, concert, hall, home, later, lost, missed, open, park, solo, won } = made
      const all = yield* list({}, 2)
      assert.deepStrictEqual(ids(all), [later, solo, missed, concert, lost, won, open])
      assert.deepStrictEqual(ids(yield* list({ soonestFirst: true }, 3)), ids(all).toReversed())
      const [first, second] = all.find(({ id }) => id === concert)?.performers ?? []
      assert.isTrue(first !== undefined && second !== undefined)
      const found: ReadonlyArray<readonly [Partial<EventQuery>, ReadonlyArray<number>]> = [
        [{ category: "music" }, [solo, concert]],
        [{ type: "mlb_game", attended: true }, [later, lost, won, open]],
        [{ attended: false }, [missed]],
        [{ venueId: hall }, [concert]],
        [{ teamId: away }, [later, missed, lost, won, open]],
        [{ performerId: second?.id }, [solo, concert]],
        [{ q: "emile" }, [concert]],
        [{ q: "ATOMS" }, [later, missed, lost, won, open]],
        [{ q: "quarry" }, [solo, concert]],
        [{ q: "alone" }, [solo]],
        [{ q: "%" }, []],
        [
          { range: { from: Date.parse("2024-05-03T00:00:00Z"), until: Date.parse("2024-05-04T00:00:00Z") } },
          [concert, lost],
        ],
        [
          { range: { from: Date.parse("2024-05-03T13:00:00Z"), until: Date.parse("2024-05-05T00:00:00Z") } },
          [missed, concert],
        ],
      ]
      for (const [query, expected] of found) {
        assert.deepStrictEqual(ids(yield* list(query)), [...expected], JSON.stringify(query))
      }
      const shown = all.find(({ id }) => id === lost)
      const expected: ListedEvent = {
        id: lost,
        title: "Springfield Isotopes at Ogdenville Atoms",
        category: "sports",
        type: "mlb_game",
        day: day("2024-05-03"),
        startsAt: undefined,
        attended: true,
        notes: "",
        imageUrl: "",
        venue: {
          id: park,
          name: "Heron Park",
          city: "Springfield",
        },
        performers: [],
        home: {
          id: home,
          name: "Ogdenville Atoms",
          score: 1,
        },
        away: {
          id: away,
          name: "Springfield Isotopes",
          score: 7,
        },
        gameNumber: 1,
      }
      assert.deepStrictEqual(shown, expected)
      const whole = Option.getOrThrow(yield* lists.event(won))
      assert.deepStrictEqual(whole.position, { lat: 41.5, lng: -87.25 })
      assert.deepStrictEqual(
        whole.players.map(({ jersey, name, teamId }) => [name, jersey, teamId]),
        [
          ["Zed", "9", home],
          ["Abe", "00", away],
        ],
      )
      const playerId = whole.players[0]?.id
      assert.deepStrictEqual(ids(yield* list({ playerId })), [lost, won])
      const alone = Option.getOrThrow(yield* lists.event(concert))
      assert.deepStrictEqual(alone.tickets, [ticket])
      assert.deepStrictEqual(
        [alone.position, alone.home, alone.gameNumber, alone.notes],
        [undefined, undefined, 0, "Loud"],
      )
      assert.isTrue(Option.isNone(yield* lists.event(EventId.make(9_999))))
    }),
  )

  test(
    "venues, performers, players and teams report how often and when they were seen, up to today",
    Effect.gen(function* () {
      const { lists } = yield* AttendingStore
      const { away, hall, home, park, unused } = yield* life
      const seen = (times: number, firstDay?: string, lastDay?: string) => ({
        times,
        firstDay: firstDay === undefined ? undefined : day(firstDay),
        lastDay: lastDay === undefined ? undefined : day(lastDay),
      })
      const venues = yield* readPages((page) => lists.venues(today, undefined, page), 2)
      const zone = { city: "Springfield", timeZone: "America/Chicago" }
      assert.deepStrictEqual(venues, [
        {
          id: park,
          name: "Heron Park",
          ...zone,
          position: { lat: 41.5, lng: -87.25 },
          ...seen(3, "2023-09-04", "2024-05-03"),
        },
        {
          id: hall,
          name: "Émile Hall",
          ...zone,
          position: undefined,
          ...seen(1, "2024-05-03", "2024-05-03"),
        },
        { id: unused, name: "Nowhere", ...zone, position: undefined, ...seen(0) },
      ])
      assert.deepStrictEqual(yield* lists.venue(park, today), Option.fromUndefinedOr(venues[0]))
      assert.strictEqual(Option.getOrThrow(yield* lists.venue(park, day("2024-07-01"))).times, 4)
      assert.deepStrictEqual(ids(yield* readPages((page) => lists.venues(today, "HERON", page), 9)), [park])

      const performers = yield* readPages((page) => lists.performers(today, undefined, page), 1)
      assert.deepStrictEqual(
        performers.map(({ firstDay, name, times }) => [name, times, firstDay]),
        [
          ["Ida Quarry", 2, "2024-05-03"],
          ["The Paper Lanterns", 1, "2024-05-03"],
        ],
      )
      const [ida] = performers
      if (ida !== undefined) assert.deepStrictEqual(yield* lists.performer(ida.id, today), Option.some(ida))

      const players = yield* readPages((page) => lists.players(today, undefined, page), 1)
      assert.deepStrictEqual(
        players.map(({ lastDay, name, times }) => [name, times, lastDay]),
        [
          ["Zed", 2, "2024-05-03"],
          ["Abe", 1, "2024-05-01"],
        ],
      )
      assert.lengthOf(yield* readPages((page) => lists.players(today, "ze", page), 9), 1)
      const later = yield* lists.players(day("2024-05-04"), undefined, { page: 1, limit: 1 })
      const before = yield* lists.players(day("2024-05-02"), undefined, { page: 1, limit: 9 })
      assert.deepStrictEqual(
        [...later.items, ...before.items].map(({ firstDay, lastDay, name, times }) => [
          name,
          times,
          firstDay,
          lastDay,
        ]),
        [
          ["Zed", 2, "2024-05-01", "2024-05-03"],
          ["Zed", 1, "2024-05-01", "2024-05-01"],
          ["Abe", 1, "2024-05-01", "2024-05-01"],
        ],
      )
      const [zed] = players
      assert.isDefined(zed)
      if (zed === undefined) return
      assert.deepStrictEqual(yield* lists.player(zed.id, today), Option.some(zed))
      assert.deepStrictEqual(yield* lists.teamsOfPlayer(zed.id, today), [
        { id: home, name: "Ogdenville Atoms", times: 2 },
      ])
      const played = { type: "mlb_game" } as const
      assert.deepStrictEqual(yield* lists.gamesOfPlayer(zed.id, today), [
        { ...played, day: day("2024-05-03"), numbers: undefined },
        { ...played, day: day("2024-05-01"), numbers: zedNumbers },
      ])
      assert.lengthOf(yield* lists.gamesOfPlayer(zed.id, day("2024-05-02")), 1)

      assert.deepStrictEqual(Option.getOrThrow(yield* lists.team(home, today)), {
        id: home,
        name: "Ogdenville Atoms",
        type: "mlb_game",
        aliases: ["Atoms", "OGD"],
        homeVenue: {
          id: park,
          name: "Heron Park",
          city: "Springfield",
        },
        games: 3,
        won: 1,
        lost: 1,
        tied: 0,
        ...seen(3, "2023-09-04", "2024-05-03"),
      })
      const season = yield* Effect.provide(
        seasonRange("mlb_game", 2024),
        DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC")),
      )
      assert.deepStrictEqual(yield* lists.records("mlb_game", season, today), [
        { id: home, name: "Ogdenville Atoms", games: 2, won: 1, lost: 1, tied: 0 },
        { id: away, name: "Springfield Isotopes", games: 2, won: 1, lost: 1, tied: 0 },
      ])
      assert.deepStrictEqual(yield* lists.records("nba_game", season, today), [])
      assert.isTrue(Option.isNone(yield* lists.team(TeamId.make(9_999), today)))
      assert.isTrue(Option.isNone(yield* lists.player(PlayerId.make(9_999), today)))
    }),
  )

  test(
    "players are counted in the games that are attended, however those change",
    Effect.gen(function* () {
      const { change, lists } = yield* AttendingStore
      const { concert, home, lost, missed, won } = yield* life
      const seen = Effect.map(lists.players(today, undefined, { page: 1, limit: 9 }), ({ items }) =>
        items.map(({ firstDay, lastDay, name, times }) => `${name} ${times} ${firstDay} ${lastDay}`),
      )
      const move = (id: EventId, more: Partial<EventFields>) =>
        change(({ event, putEvent }) =>
          Effect.flatMap(event(id), (found) => putEvent({ ...Option.getOrThrow(found), ...more })),
        )
      assert.deepStrictEqual(yield* seen, ["Zed 2 2024-05-01 2024-05-03", "Abe 1 2024-05-01 2024-05-01"])
      yield* move(missed, { attended: true })
      assert.deepStrictEqual(yield* seen, ["Abe 2 2024-05-01 2024-05-04", "Zed 2 2024-05-01 2024-05-03"])
      yield* move(won, { attended: false })
      assert.deepStrictEqual(yield* seen, ["Abe 1 2024-05-04 2024-05-04", "Zed 1 2024-05-03 2024-05-03"])
      yield* move(lost, { day: day("2024-05-06"), title: "Moved" })
      yield* change(({ putPlayers }) =>
        Effect.andThen(
          putPlayers(lost, "mlb", [player("7", home, { name: "Zed" }), player("9", home, { name: "Cy" })]),
          putPlayers(concert, "mlb", [player("7", home, { name: "Zed" })]),
        ),
      )
      assert.deepStrictEqual(yield* seen, [
        "Zed 2 2024-05-03 2024-05-06",
        "Cy 1 2024-05-06 2024-05-06",
        "Abe 1 2024-05-04 2024-05-04",
      ])
    }),
  )

  test(
    "venues are located once, and again later if no one knew them; a known position stays",
    Effect.gen(function* () {
      const store = yield* AttendingStore
      const made = yield* store.change(
        Effect.fnUntraced(function* ({ addVenue }) {
          const placed = yield* addVenue({ ...venue("Placed"), position: { lat: 1, lng: 2 } })
          const one = yield* addVenue(venue("One"))
          const other = yield* addVenue(venue("Other"))
          yield* addVenue({ ...venue("Elsewhere"), providerIds: [{ provider: "espn", id: "3" }] })
          return { placed, one, other }
        }),
      )
      const due = (before: number, limit = 9) =>
        Effect.map(store.venuesToLocate("mlb", before, limit), (venues) => ids(venues))
      assert.deepStrictEqual(yield* due(0), [made.one, made.other])
      assert.deepStrictEqual(yield* due(0, 1), [made.one])
      yield* store.locateVenue(made.one, 1_000, undefined)
      yield* raisesVersion(
        "attending",
        "a position",
        store.locateVenue(made.other, 1_000, { lat: -3.5, lng: 4 }),
      )
      yield* store.locateVenue(made.placed, 1_000, undefined)
      assert.deepStrictEqual(yield* due(1_000), [])
      assert.deepStrictEqual(yield* due(1_001), [made.one])
      const venues = new Map((yield* store.venues).map((one) => [one.id, one.position]))
      assert.deepStrictEqual(
        [made.placed, made.one, made.other].map((id) => venues.get(id)),
        [{ lat: 1, lng: 2 }, undefined, { lat: -3.5, lng: 4 }],
      )
    }),
  )

  it.effect.prop(
    "whatever happened and is requested, a list has each event that fits once, in its order",
    [Schema.Array(SomeEvent).check(Schema.isMaxLength(8)), Query],
    ([some, { limit, ...query }]) =>
      Effect.gen(function* () {
        const store = yield* AttendingStore
        const stored = yield* store.change((transaction) =>
          Effect.forEach(some, ({ starts, ...one }) => {
            const startsAt =
              starts === undefined ? undefined : Date.parse(`${one.day}T00:00:00Z`) + starts * 3_600_000
            const fields = event({ ...one, day: day(one.day), startsAt })
            return Effect.map(transaction.addEvent(fields), (id) => ({ ...fields, id }))
          }),
        )
        const fits = (one: EventFields) =>
          (query.category === undefined || one.category === query.category) &&
          (query.type === undefined || one.type === query.type) &&
          (query.attended === undefined || one.attended === query.attended) &&
          [one.title, ...one.performers].some((name) => foldName(name).includes(query.q?.toLowerCase() ?? ""))
        const listed = yield* list(query, limit)
        assert.sameMembers(ids(listed), ids(stored.filter(fits)))
        const place = (one: ListedEvent) => [one.day, one.startsAt ?? -Infinity, one.id] as const
        const inOrder = query.soonestFirst ? listed : listed.toReversed()
        for (const [index, one] of inOrder.entries()) {
          const next = inOrder[index + 1]
          if (next === undefined) break
          const [a, b] = [place(one), place(next)]
          assert.isTrue(
            a[0] < b[0] || (a[0] === b[0] && (a[1] < b[1] || (a[1] === b[1] && a[2] < b[2]))),
            `${JSON.stringify(a)} before ${JSON.stringify(b)}`,
          )
        }
      }).pipe(Effect.provide(fresh())),
    { timeout: 120_000, arbitrary: { runs: 8, size: 20, maxShrinks: 40 } },
  )
}
