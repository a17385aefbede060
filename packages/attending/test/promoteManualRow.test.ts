import { promoteSource, SourceRowId } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { attending, eventsOn, row, venueNames } from "./ballpark.ts"
import { day, concert, eventOf } from "./promoteSource.samples.ts"

describe("promoting a manual row", () => {
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
      // The owner's time zone, since the venue's is unknown.
      assert.strictEqual(event.startsAt, Date.parse(`${day}T20:00:00-05:00`))
      assert.deepStrictEqual(yield* venueNames, ["Lantern Hall"])
    }).pipe(Effect.provide(attending())),
  )

  it.effect("twice, or from two callers at once, makes one event", () =>
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

  it.effect("refuses a row without any date; a time in the body has one", () =>
    Effect.gen(function* () {
      const id = yield* row("manual", { title: "Salt", event_date: "soon" })
      assert.match((yield* Effect.flip(promoteSource(id, {}))).message, /^event_date: /)
      yield* promoteSource(id, { event_datetime: `${day}T20:00:00Z` })
      assert.deepInclude(yield* eventOf(id), { day })
      const missing = yield* Effect.flip(promoteSource(SourceRowId.make(999), {}))
      assert.strictEqual(missing._tag, "NoSuchSource")
    }).pipe(Effect.provide(attending())),
  )

  it.effect("makes no venue of a text that fails the junk test, and notes it", () =>
    Effect.gen(function* () {
      const id = yield* row("manual", { ...concert, location: "Order #12345, Mobile delivery" })
      const { confidence, notes } = yield* promoteSource(id, {})
      assert.strictEqual(confidence, 0.5)
      assert.match(notes.join(), /is not a venue name: it is about tickets/)
      assert.deepStrictEqual(yield* venueNames, [])
    }).pipe(Effect.provide(attending())),
  )
})
