import {
  AttendingFeeds,
  AttendingStore,
  type Concert,
  type ConcertFeed,
  EventId,
  type EventFields,
  syncAttending,
} from "@daybook/attending"
import { everything, LocalDate } from "@daybook/kernel"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

const song = (name: string) => ({ name, encore: 0, coverOf: "", guest: "", note: "", isTape: false })

const hall = {
  id: "v1",
  name: "Pier Hall",
  city: "Eastport",
  timeZone: "",
  position: { lat: 44.9, lng: -67 },
}

const concert = (
  ref: string,
  performer: string,
  songs: ReadonlyArray<string>,
  more: Partial<Concert> = {},
): Concert => ({
  ref,
  performer,
  day: LocalDate.make("2024-05-06"),
  venue: hall,
  tour: "",
  url: "",
  songs: songs.map(song),
  ...more,
})

const lanterns = concert("s1", "The Paper Lanterns", ["Salt", "Tide", "Pier"])
const quarry = concert("s2", "Ida Quarry", ["Slate"])

/** Syncs these concerts, and returns the number of those that changed something. */
const sync = (...concerts: ReadonlyArray<Concert>) => {
  const feed: ConcertFeed = {
    name: "setlistfm",
    concerts: () => Stream.make({ items: concerts, cursor: "1" }),
  }
  return Effect.provideService(
    Effect.map(syncAttending, ({ itemsSynced }) => itemsSynced),
    AttendingFeeds,
    { configured: [feed], settings: "" },
  )
}

/** All events, with their venues and setlists. */
const shown = Effect.gen(function* () {
  const { lists } = yield* AttendingStore
  const { items } = yield* lists.events({ range: everything }, { page: 1, limit: 100 })
  return yield* Effect.forEach(items, ({ id }) =>
    Effect.map(lists.event(id), (found) => {
      const { attended, performers, position, setlists, title, type, venue } = Option.getOrThrow(found)
      return {
        title,
        type,
        attended,
        at: venue === undefined ? "" : `${venue.name}, ${venue.city}`,
        position,
        performers: performers.map(({ name }) => name),
        setlists: setlists.map(
          ({ performer, songs }) => `${performer}: ${songs.map(({ name }) => name).join(", ")}`,
        ),
      }
    }),
  )
})

const evening = {
  title: "The Paper Lanterns, Ida Quarry",
  type: "concert" as const,
  attended: true,
  at: "Pier Hall, Eastport",
  position: { lat: 44.9, lng: -67 },
  performers: ["The Paper Lanterns", "Ida Quarry"],
  setlists: ["The Paper Lanterns: Salt, Tide, Pier", "Ida Quarry: Slate"],
}

const add = (more: Partial<EventFields>) =>
  Effect.flatMap(AttendingStore, ({ change }) =>
    change((transaction) =>
      transaction.addEvent({
        title: "",
        category: "other",
        type: "unknown",
        day: lanterns.day,
        startsAt: undefined,
        venueId: undefined,
        attended: false,
        performers: [],
        game: undefined,
        notes: "",
        ...more,
      }),
    ),
  )

const storage = SqliteStorage.layer().pipe(
  Layer.provide([Sqlite.layerMemory, DateTime.layerCurrentZoneNamed("UTC")]),
  Layer.orDie,
)

const test = <E>(name: string, body: Effect.Effect<void, E, Layer.Success<typeof storage>>) =>
  it.effect(name, () => Effect.provide(body, storage))

describe("concerts that a service reports", () => {
  test(
    "of one evening are one event, whatever their order, and change nothing when they arrive again",
    Effect.gen(function* () {
      assert.strictEqual(yield* sync(quarry), 1)
      assert.strictEqual(yield* sync(lanterns), 1)
      assert.deepStrictEqual(yield* shown, [evening])
      assert.strictEqual(yield* sync(lanterns, quarry), 0)
      assert.strictEqual(yield* sync(concert("s2", "Ida Quarry", ["Slate", "Coal"])), 1)
      assert.deepStrictEqual((yield* shown)[0]?.setlists[1], "Ida Quarry: Slate, Coal")
    }),
  )

  test(
    "join the event that a calendar reported, and keep its words",
    Effect.gen(function* () {
      yield* add({ title: "Night out", performers: ["Some Support", "the paper lanterns"] })
      assert.strictEqual(yield* sync(lanterns), 1)
      assert.deepStrictEqual(yield* shown, [
        {
          ...evening,
          title: "Night out",
          performers: ["Some Support", "the paper lanterns"],
          setlists: evening.setlists.slice(0, 1),
        },
      ])
      assert.strictEqual(yield* sync(lanterns), 0)
    }),
  )

  test(
    "of another day, another venue or a hall of that name elsewhere are others",
    Effect.gen(function* () {
      yield* sync(
        lanterns,
        { ...lanterns, ref: "s3", day: LocalDate.make("2024-05-07") },
        { ...quarry, ref: "s4", venue: { ...hall, id: "v2", city: "Westport" } },
        { ...quarry, ref: "s5", venue: undefined },
      )
      assert.deepStrictEqual((yield* shown).map(({ at, title }) => `${title} at ${at}`).toSorted(), [
        "Ida Quarry at ",
        "Ida Quarry at Pier Hall, Westport",
        "The Paper Lanterns at Pier Hall, Eastport",
        "The Paper Lanterns at Pier Hall, Eastport",
      ])
    }),
  )

  test(
    "of one performer on one day are two events if the service has two, as of an afternoon and an evening",
    Effect.gen(function* () {
      const late = { ...lanterns, ref: "s3", songs: [song("Slate")] }
      assert.strictEqual(yield* sync(lanterns, late), 2)
      assert.deepStrictEqual((yield* shown).map(({ setlists }) => setlists).sort(), [
        ["The Paper Lanterns: Salt, Tide, Pier"],
        ["The Paper Lanterns: Slate"],
      ])
      assert.strictEqual(yield* sync(late, lanterns), 0)
    }),
  )

  test(
    "that the owner removed stay removed",
    Effect.gen(function* () {
      yield* sync(lanterns)
      const { edits } = yield* AttendingStore
      yield* edits.make({
        type: "event",
        action: "remove",
        itemId: String(EventId.make(1)),
        fields: {},
        at: 0,
      })
      yield* sync(lanterns, quarry)
      assert.deepStrictEqual(yield* shown, [])
    }),
  )
})
