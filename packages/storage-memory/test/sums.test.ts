import { everything, Granularity } from "@daybook/kernel"
import { CatalogStore, FilterKind, FilterStore, ListeningStore } from "@daybook/listening"
import { regExpPatterns } from "@daybook/listening/contract"
import { MemoryStorage } from "@daybook/storage-memory"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const Play = Schema.Struct({
  artist: Schema.Literals(["Low", "Slow"]),
  album: Schema.Literals(["", "Low", "Hey What", "Drums & Guns"]),
  track: Schema.Literals(["Low", "Hey"]),
  // In Berlin these are two years, and then months and days that begin or end.
  playedAt: Schema.Literals(
    [
      "2023-12-31T22:59:59Z",
      "2023-12-31T23:00:00Z",
      "2024-01-31T12:00:00Z",
      "2024-01-31T23:00:00Z",
      "2024-02-01T12:00:00Z",
      "2024-02-29T12:00:00Z",
      "2025-07-01T12:00:00Z",
    ].map((time) => Date.parse(time)),
  ),
})

/** A write: plays that come, or a rule that comes and one that goes. */
const Write = Schema.Struct({
  what: Schema.Literals(["plays", "plays", "rule"]),
  plays: Schema.Array(Play).check(Schema.isBetweenLength(1, 3)),
  kind: FilterKind,
})

const ranges = [
  everything,
  { from: undefined, until: Date.parse("2024-02-01T12:00:00Z") },
  { from: Date.parse("2023-12-31T23:00:00Z"), until: undefined },
  { from: Date.parse("2024-01-31T23:00:00Z"), until: Date.parse("2024-02-29T23:00:00Z") },
]

/** Every answer of the stores. */
const ask = Effect.gen(function* () {
  const store = yield* ListeningStore
  const catalog = yield* CatalogStore
  const answers: Array<unknown> = [
    Option.map(yield* store.newest, ({ playedAt }) => playedAt),
    yield* catalog.artistsToEnrich(0, 20),
    yield* catalog.tracksToEnrich(0, 20),
  ]
  for (const range of ranges) {
    const top = yield* store.topAlbums(range, { page: 1, limit: 20 })
    answers.push(top)
    for (const granularity of Granularity.literals)
      answers.push(
        yield* store.albumBuckets(
          top.items.map(({ id }) => id),
          range,
          granularity,
        ),
      )
  }
  return answers
})

const write = Effect.fnUntraced(function* ({ kind, plays, what }: typeof Write.Type) {
  const store = yield* ListeningStore
  const filters = yield* FilterStore
  if (what === "plays") return yield* store.storeScrobbles(plays.map((play) => ({ ...play, imageUrl: "" })))
  const { items } = yield* filters.list({ page: 1, limit: 1 })
  for (const { id } of items) yield* filters.remove(id)
  return yield* filters.add({ kind, match: "pattern", value: "ow$", reason: "" })
})

const inBerlin = <A, E>(
  work: Effect.Effect<A, E, CatalogStore | FilterStore | ListeningStore>,
): Effect.Effect<A, E> => {
  const zone = DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("Europe/Berlin"))
  const stores = Layer.fresh(MemoryStorage.Listening.layer())
  return Effect.provide(work, Layer.provide(stores, Layer.merge(zone, regExpPatterns)))
}

it.effect.prop(
  "sums that are asked for after each write are those that are counted at the end",
  { writes: Schema.Array(Write).check(Schema.isBetweenLength(1, 12)) },
  ({ writes }) =>
    Effect.gen(function* () {
      const keptUp = yield* inBerlin(
        Effect.andThen(
          Effect.forEach(writes, (one) => Effect.andThen(write(one), ask), { discard: true }),
          ask,
        ),
      )
      const counted = yield* inBerlin(Effect.andThen(Effect.forEach(writes, write, { discard: true }), ask))
      assert.deepStrictEqual(keptUp, counted)
    }),
  { arbitrary: { runs: 300, size: 60 } },
)
