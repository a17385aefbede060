import {
  type AttendedEvent,
  AttendingStore,
  type AttendingTransaction,
  EventId,
  type ListedEvent,
  PlayerId,
} from "@daybook/attending"
import {
  type DataVersions,
  type EditFields,
  Edits,
  everything,
  LocalDate,
  type NewEdit,
} from "@daybook/kernel"
import { editsContract, versionOf } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { event, gameEvent, player, team, venue } from "./events.ts"

export const firstPage = { page: 1, limit: 100 }
export const today = LocalDate.make("2025-01-01")

const change = <A, E>(work: (transaction: AttendingTransaction) => Effect.Effect<A, E>) =>
  Effect.flatMap(AttendingStore, (store) => store.change(work))

const dayOf = (item: number) => LocalDate.make(`2024-05-0${item + 1}`)

/** Two concerts, a play and a game. Versions know another title, venue, day or score. */
const fieldsOf = Effect.fnUntraced(function* (
  transaction: AttendingTransaction,
  item: number,
  version: number,
) {
  const venues = yield* transaction.venues
  const teams = yield* transaction.teams
  const hall = venues[0]?.id ?? (yield* transaction.addVenue(venue("Park Hall")))
  const club = venues[1]?.id ?? (yield* transaction.addVenue({ ...venue("Club"), providerIds: [] }))
  // A source renames a venue, too.
  if (version === 1) {
    const known = (yield* transaction.venues).find(({ id }) => id === hall)
    if (known !== undefined) yield* transaction.putVenue({ ...known, city: "Ogdenville" })
  }
  const home = teams[0]?.id ?? (yield* transaction.addTeam(team("Springfield Isotopes", "1")))
  const away = teams[1]?.id ?? (yield* transaction.addTeam(team("Ogdenville Atoms", "2")))
  const day = { day: dayOf(item), startsAt: undefined }
  if (item === 3) {
    const game = gameEvent("77", home, away, day)
    return { ...game, game: game.game && { ...game.game, homeScore: version === 0 ? undefined : version } }
  }
  return event({
    ...day,
    title: version === 0 ? `Evening ${item}` : `Late Evening ${item}`,
    venueId: version === 2 ? club : hall,
    performers: version === 1 ? [`Band ${item}`] : [`Band ${item}`, "Ida Quarry"],
  })
})

/** A source reports an event: its game or its own number identifies it. */
export const tell = (item: number, version: number) =>
  change(
    Effect.fnUntraced(function* (transaction) {
      const fields = yield* fieldsOf(transaction, item, version)
      const known = (yield* transaction.eventsOn(dayOf(item)))[0]
      if (known === undefined) {
        const id = yield* transaction.addEvent(fields)
        if (fields.game !== undefined) {
          yield* transaction.putPlayers(id, "mlb", [player("9", fields.game.homeTeamId)])
          yield* transaction.addTickets(id, [
            { reservation: "", number: "1", section: "A", row: "2", seat: "3" },
          ])
        }
      } else yield* transaction.putEvent({ ...fields, id: known.id })
    }),
  )

export const toldAt = (item: number) => change((transaction) => transaction.eventsOn(dayOf(item)))

export const idAt = (item: number) => Effect.map(toldAt(item), ([one]) => String(one?.id ?? "none"))

/** Makes an edit. */
export const edit = (
  action: NewEdit["action"],
  itemId: string,
  fields: EditFields = {},
  type: "event" | "venue" | "performer" = "event",
) => Effect.flatMap(AttendingStore, ({ edits }) => edits.make({ type, action, itemId, fields, at: 0 }))

const editVenue = (action: NewEdit["action"], itemId: number, fields: EditFields = {}) =>
  edit(action, String(itemId), fields, "venue")

/** The performers as they are listed. */
export const performers = Effect.map(
  Effect.flatMap(AttendingStore, ({ lists }) => lists.performers(today, undefined, firstPage)),
  ({ items }) => items,
)

/** An event as it is shown. */
export const shownEvent = (id: string) =>
  Effect.map(
    Effect.flatMap(AttendingStore, ({ lists }) => lists.event(EventId.make(Number(id)))),
    Option.getOrUndefined,
  )

/** All events as they are listed. */
export const listed = Effect.map(
  Effect.flatMap(AttendingStore, ({ lists }) => lists.events({ range: everything }, firstPage)),
  ({ items }) => items,
)

export const namesOf = ({ performers }: ListedEvent) => performers.map(({ name }) => name)

/** All data that responses show. */
export const shown = Effect.gen(function* () {
  const { journal, lists, review, stats } = yield* AttendingStore
  return {
    // Edits and reports at once may number new performers in any order.
    events: yield* Effect.forEach(yield* listed, ({ id }) =>
      Effect.map(
        lists.event(id),
        Option.map((event) => ({ ...event, performers: namesOf(event) })),
      ),
    ),
    told: yield* change((transaction) =>
      Effect.forEach([0, 1, 2, 3], (item) => transaction.eventsOn(dayOf(item))),
    ),
    venues: yield* lists.venues(today, undefined, firstPage),
    toldVenues: yield* change((transaction) => transaction.venues),
    performers: (yield* performers)
      .map(({ id: _id, ...performer }) => performer)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    players: yield* lists.players(today, undefined, firstPage),
    counts: yield* journal.countsByDay(everything),
    review: (yield* review(everything)).byType,
    stats: yield* stats,
  }
})

/** The part of the contract on edits. */
export const editingContract = (
  fresh: (zone?: string) => Layer.Layer<AttendingStore | DataVersions | Edits>,
): void => {
  editsContract(
    {
      domain: "attending",
      type: "event",
      edits: Effect.map(AttendingStore, ({ edits }) => edits),
      tell,
      idOf: idAt,
      addition: (number) => ({
        title: `By Hand ${number}`,
        event_date: `2024-05-0${number + 2}`,
        event_type: "comedy",
        venue: "Small Hall",
        performers: ["Ida Quarry", "Nobody Else"],
      }),
      corrections: [
        { title: "Corrected", venue: "Small Hall", performers: ["Band 1", "Somebody"] },
        { title: null, event_date: "2024-05-04", attended: false },
        { event_type: "theater", venue: null, performers: null, image_url: "https://images.test/play" },
      ],
      shown,
    },
    fresh,
  )

  editsContract(
    {
      domain: "attending",
      type: "venue",
      edits: Effect.map(AttendingStore, ({ edits }) => edits),
      tell,
      idOf: (item) =>
        Effect.map(
          Effect.flatMap(AttendingStore, ({ venues }) => venues),
          (venues) => String(venues[item]?.id ?? "none"),
        ),
      corrections: [
        { name: "City Hall", city: "Shelbyville" },
        { name: null, lat: 1, lng: 2 },
        { time_zone: "Europe/Berlin", city: null },
      ],
      shown,
    },
    fresh,
  )

  it.effect("of a merged venue both ids resolve to the second; events stay without a removed one", () =>
    Effect.gen(function* () {
      yield* tell(0, 0)
      yield* tell(1, 2)
      const { lists, searchable, venues } = yield* AttendingStore
      const [hall, club] = yield* venues
      if (hall === undefined || club === undefined) return assert.fail("two venues were reported")
      yield* change((transaction) => transaction.addTeam({ ...team("Atoms", "9"), homeVenueId: hall.id }))
      const seenAt = (id: typeof hall.id) => Effect.map(lists.venue(id, today), Option.getOrUndefined)
      yield* editVenue("correct", club.id, { name: "The Club", lat: 1, lng: 2 })
      yield* editVenue("merge", hall.id, { into: String(club.id) })
      yield* tell(2, 0)
      for (const id of [hall.id, club.id]) {
        assert.deepInclude(yield* seenAt(id), { id: club.id, name: "The Club", times: 3 })
        assert.strictEqual((yield* lists.events({ range: everything, venueId: id }, firstPage)).total, 3)
      }
      assert.deepInclude(yield* shownEvent(yield* idAt(2)), { position: { lat: 1, lng: 2 } })
      assert.strictEqual((yield* lists.venues(today, undefined, firstPage)).total, 1)
      assert.deepStrictEqual((yield* searchable.titles()).get("venue")?.ids.map(String), [String(club.id)])
      assert.deepStrictEqual(
        (yield* toldAt(2)).map(({ venueId }) => venueId),
        [hall.id],
      )
      yield* tell(0, 1)
      assert.deepStrictEqual(
        (yield* venues).map(({ city, name }) => [name, city]),
        [
          ["Park Hall", "Ogdenville"],
          ["Club", "Springfield"],
        ],
      )
      yield* editVenue("remove", hall.id)
      assert.strictEqual(yield* seenAt(hall.id), undefined)
      assert.strictEqual((yield* shownEvent(yield* idAt(1)))?.venue, undefined)
      assert.strictEqual((yield* listed).length, 3)
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("edits of events override what sources report, in lists, totals and the journal", () =>
    Effect.gen(function* () {
      for (const item of [0, 1, 3]) yield* tell(item, 0)
      const before = yield* versionOf("attending")
      const [first, second, game] = [yield* idAt(0), yield* idAt(1), yield* idAt(3)]
      yield* edit("correct", first, {
        title: "Corrected",
        event_date: "2024-06-01",
        venue: "Small Hall",
        performers: ["Somebody"],
        image_url: "https://images.test/by-hand",
      })
      assert.isAbove(yield* versionOf("attending"), before)
      yield* tell(0, 1)
      const corrected = yield* shownEvent(first)
      assert.include(corrected, {
        title: "Corrected",
        day: LocalDate.make("2024-06-01"),
        imageUrl: "https://images.test/by-hand",
      })
      assert.strictEqual(corrected?.venue?.name, "Small Hall")
      assert.deepStrictEqual(corrected && namesOf(corrected), ["Somebody"])
      assert.deepStrictEqual(
        (yield* toldAt(0)).map(({ title }: AttendedEvent) => title),
        ["Late Evening 0"],
      )
      yield* edit("correct", first, { performers: null, venue: "", image_url: null })
      const back = yield* shownEvent(first)
      assert.deepInclude(back, { venue: undefined, imageUrl: "" })
      assert.deepStrictEqual(back && namesOf(back), ["Band 0"])

      const { journal, lists, searchable, stats } = yield* AttendingStore
      const player1 = Effect.map(lists.players(today, undefined, firstPage), ({ items }) => items[0]?.times)
      assert.strictEqual(yield* player1, 1)
      yield* edit("remove", second)
      yield* edit("remove", game)
      yield* tell(1, 1)
      yield* tell(3, 1)
      assert.strictEqual(yield* shownEvent(second), undefined)
      assert.strictEqual(yield* player1, 0)
      assert.include(yield* stats, { total: 1, attended: 1 })
      assert.deepStrictEqual(
        (yield* journal.countsByDay(everything)).map(({ count, day }) => [day, count]),
        [["2024-06-01", 1]],
      )
      assert.deepStrictEqual((yield* searchable.titles()).get("event")?.ids.map(String), [first])
      assert.notInclude(
        (yield* performers).map(({ name }) => name),
        "Somebody",
      )

      const { edits } = yield* AttendingStore
      const removal = (yield* (yield* Edits).list(firstPage)).items.find(({ itemId }) => itemId === game)
      assert.isTrue(removal !== undefined && (yield* edits.takeBack(removal)))
      const again = yield* shownEvent(game)
      assert.deepInclude(again?.home, { score: 1 })
      assert.deepStrictEqual([again?.tickets.length, again?.players.length], [1, 1])
      assert.strictEqual(yield* player1, 1)
      assert.strictEqual(
        (yield* lists.events({ range: everything, playerId: PlayerId.make(1) }, firstPage)).total,
        1,
      )
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a manual event is added once, and fills what is unknown of the one that it is merged into", () =>
    Effect.gen(function* () {
      yield* tell(0, 0)
      const known = { title: "Other", event_date: dayOf(0), event_type: "concert" }
      const same = yield* edit("add", "", { ...known, performers: ["BAND 0"], venue: "park hall" })
      assert.deepStrictEqual(same, { id: yield* idAt(0), isNew: false })
      assert.isTrue((yield* edit("add", "", { ...known, performers: ["Band 0"], venue: "Elsewhere" })).isNew)
      const added = yield* edit("add", "", {
        ...known,
        title: "Mine",
        event_datetime: "2024-05-01T19:00:00.000Z",
      })
      assert.isTrue(added.isNew)
      assert.include(yield* shownEvent(added.id), { title: "Mine", category: "music", attended: true })
      assert.strictEqual((yield* toldAt(0)).length, 1)
      assert.deepStrictEqual(
        yield* edit("add", "", { ...known, title: "Mine", event_datetime: "2024-05-01T19:00:00.000Z" }),
        { id: added.id, isNew: false },
      )
      yield* edit("merge", added.id, { into: yield* idAt(0) })
      const merged = yield* shownEvent(added.id)
      assert.include(merged, { title: "Evening 0", startsAt: Date.parse("2024-05-01T19:00:00.000Z") })
      assert.strictEqual(String(merged?.id), yield* idAt(0))
      for (const id of ["none", "0", "9999999999"])
        assert.strictEqual((yield* Effect.flip(edit("remove", id)))._tag, "NoSuchItem")
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("edits of events that are made while sources report them lose nothing", () =>
    Effect.gen(function* () {
      for (const item of [0, 1]) yield* tell(item, 0)
      const [first, second] = [yield* idAt(0), yield* idAt(1)]
      yield* Effect.all(
        [
          tell(0, 1),
          edit("correct", first, { notes: "By hand" }),
          tell(1, 1),
          edit("merge", second, { into: first }),
          tell(0, 2),
        ],
        { concurrency: "unbounded" },
      )
      assert.include(yield* shownEvent(second), { title: "Late Evening 0", notes: "By hand" })
      const { edits } = yield* AttendingStore
      for (const one of (yield* (yield* Edits).list(firstPage)).items)
        assert.isTrue(yield* edits.takeBack(one))
      assert.deepStrictEqual((yield* listed).map(({ notes, title }) => [title, notes]).toSorted(), [
        ["Late Evening 0", ""],
        ["Late Evening 1", ""],
      ])
    }).pipe(Effect.provide(fresh())),
  )
}
