import { type DataVersions, Edits, everything, hiddenByEdits } from "@daybook/kernel"
import { type CheckIn, CheckInStore, duplicateVisits, places } from "@daybook/places"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { checkInAt, store, stored } from "./checkIns.ts"

const start = Date.parse("2024-05-06T07:00:00Z")
const swarm = checkInAt("2024-05-06T07:20:00Z", { id: "4f00", venueRef: "roof" })
const google = checkInAt("2024-05-06T07:00:00Z", {
  id: "google 1714978800",
  venueName: "38.4560, -122.3450",
  city: "",
  venueRef: "ChIJroof",
})

const PlayReport = Schema.Struct({
  source: Schema.Literals(["4f", "google ", "overland ", "owntracks ", "stay owntracks ph ", "stay a "]),
  quarterHours: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 })),
  venueName: Schema.Literals(["Tin Roof", "Ferry Hall", ""]),
  // About 89 metres each, some half a kilometre away.
  north: Schema.Literals([0, 0.0008, 0.0016, 0.005, 0.02]),
})

const checkInOf = ({ north, quarterHours, source, venueName }: typeof PlayReport.Type): CheckIn =>
  checkInAt(new Date(start + quarterHours * 900_000).toISOString(), {
    id: `${source}${quarterHours}`,
    venueName,
    position: north === 0.02 ? undefined : { lat: 38.456 + north, lng: -122.345 },
  })

const ids = Effect.map(stored, (checkIns) => checkIns.map(({ id }) => id))

/** Contract: one visit that several sources report counts once. */
export const severalSourcesContract = (
  fresh: () => Layer.Layer<CheckInStore | DataVersions | Edits>,
): void => {
  it.effect("a visit that a phone noted gives way to what the owner said, whichever came first", () =>
    Effect.gen(function* () {
      for (const tellings of [
        [google, swarm],
        [swarm, google],
      ]) {
        yield* Effect.gen(function* () {
          for (const telling of tellings) yield* store([telling])
          const { checkIn, journal, lists, stats } = yield* CheckInStore
          assert.deepStrictEqual(yield* stored, [swarm])
          assert.strictEqual((yield* stats(everything)).venues, 1)
          assert.deepStrictEqual(
            (yield* journal.countsByDay(everything)).map(({ count }) => count),
            [1],
          )
          assert.strictEqual(
            (yield* lists.venues({ sort: "name", order: "asc" }, { page: 1, limit: 9 })).total,
            1,
          )
          assert.strictEqual((yield* lists.visited(everything)).length, 1)
          assert.strictEqual(
            (yield* lists.groups("cities", { sort: "name", order: "asc" }, { page: 1, limit: 9 })).items[0]
              ?.visits,
            1,
          )
          // A link to the other one still leads somewhere.
          assert.isTrue(Option.isSome(yield* checkIn(google.id)))
        }).pipe(Effect.provide(fresh()))
      }
    }),
  )

  it.effect("a visit is hidden with any report of it, whichever counts", () =>
    Effect.gen(function* () {
      const hiddenWith = (id: string) => places.hiddenWith([{ type: "check-in", id }])
      const later = { ...swarm, id: "4f01", checkedInAt: swarm.checkedInAt + 3 * 3_600_000 }
      const stay = { ...google, id: "stay a 1714977000", checkedInAt: google.checkedInAt - 3_000_000 }
      const region = { ...google, id: "owntracks home 1714978000", venueRef: "home" }
      yield* store([google, later])
      assert.deepStrictEqual(yield* hiddenWith(google.id), [{ type: "place", id: "ChIJroof" }])
      yield* store([swarm])
      assert.deepStrictEqual(yield* hiddenWith(google.id), [{ type: "check-in", id: swarm.id }])
      assert.deepStrictEqual(yield* hiddenWith(swarm.id), [{ type: "check-in", id: google.id }])
      assert.deepStrictEqual(yield* hiddenWith(later.id), [])
      // Each gives way to the next one, not to the best.
      yield* store([stay, region])
      const ids = (yield* hiddenWith(stay.id)).map(({ id }) => id)
      assert.sameMembers(ids, [swarm.id, google.id, region.id])
      yield* store([{ ...later, venueRef: "barn" }])
      assert.deepInclude(yield* hiddenWith(google.id), { type: "place", id: "roof" })
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a visit is shown again by a correction of the report that counts", () =>
    Effect.gen(function* () {
      const { edits } = yield* CheckInStore
      const hide = (itemId: string, hidden: boolean | null) =>
        edits.make({ type: "check-in", action: "correct", itemId, fields: { hidden }, at: 0 })
      const hidden = Effect.map(Effect.flatMap(Edits, hiddenByEdits), (all) => all.get("places") ?? [])
      const other = { ...google, id: "google 1715065200", checkedInAt: google.checkedInAt + 86_400_000 }
      yield* store([google, other])
      for (const { id } of [google, other]) yield* hide(id, true)
      yield* store([swarm])
      yield* hide(swarm.id, null)
      assert.deepStrictEqual(yield* hidden, [{ type: "check-in", id: other.id }])
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a check-in that is moved or removed manually leaves one visit, or none", () =>
    Effect.gen(function* () {
      const { edits } = yield* CheckInStore
      yield* store([google, swarm])
      yield* store([{ ...swarm, checkedInAt: swarm.checkedInAt + 86_400_000 }])
      assert.deepStrictEqual(yield* ids, [swarm.id, google.id])
      yield* store([swarm])
      assert.deepStrictEqual(yield* ids, [swarm.id])
      yield* edits.make({ type: "check-in", action: "remove", itemId: swarm.id, fields: {}, at: 0 })
      assert.deepStrictEqual(yield* ids, [])
      yield* store([google, swarm])
      assert.deepStrictEqual(yield* ids, [])
    }).pipe(Effect.provide(fresh())),
  )

  it.effect.prop(
    "the visits that count follow only from the reports, in whatever order and batches they came",
    [Schema.Array(PlayReport).check(Schema.isBetweenLength(0, 12)), Schema.Natural],
    ([tellings, cut]) =>
      Effect.gen(function* () {
        const all = [
          ...new Map(tellings.map((telling) => [checkInOf(telling).id, checkInOf(telling)])).values(),
        ]
        const at = all.length === 0 ? 0 : cut % all.length
        for (const batch of [all.slice(at), all.slice(0, at).toReversed()]) yield* store(batch)
        const repeated = duplicateVisits(all)
        const expected = all.filter(({ id }) => !repeated.has(id))
        assert.sameMembers(
          [...(yield* ids)],
          expected.map(({ id }) => id),
        )
        const { lists } = yield* CheckInStore
        const { items } = yield* lists.venues({ sort: "visits", order: "desc" }, { page: 1, limit: 20 })
        assert.strictEqual(
          items.reduce((sum, { visits }) => sum + visits, 0),
          expected.filter(({ venueName }) => venueName !== "").length,
        )
      }).pipe(Effect.provide(fresh())),
    { timeout: 120_000, arbitrary: { runs: 10, size: 12, maxShrinks: 40 } },
  )
}
