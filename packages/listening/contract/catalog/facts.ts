import { everything } from "@daybook/kernel"
import { raisesVersion, versionOf } from "@daybook/kernel/contract"
import { CatalogStore, FilterStore, ListeningStore, type PlayedKind, unknownFacts } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type CatalogPorts, day, now, plays } from "./catalogPlays.ts"

const known = {
  artist: { ...unknownFacts, genres: ["slowcore", 'dream "pop", and \\ more'] },
  album: { ...unknownFacts, year: 2021 },
  track: { ...unknownFacts, lengthSeconds: 301 },
}

/** Contract: the facts that music services report. */
export const factsContract = (fresh: () => Layer.Layer<CatalogPorts>): void => {
  it.effect(
    "facts are requested once, the most played first, kept, shown, and requested again if unknown",
    () =>
      Effect.gen(function* () {
        const { lists, storeScrobbles } = yield* ListeningStore
        const catalog = yield* CatalogStore
        const filters = yield* FilterStore
        yield* storeScrobbles([
          ...plays(1, "Days", { album: "Hey What" }),
          ...plays(3, "Call", { artist: "Grouper", album: "Ruins" }),
          ...plays(9, "Hidden", { artist: "Muzak", album: "Lifts" }),
        ])
        yield* filters.add({ kind: "artist", match: "exact", value: "Muzak", reason: "" })
        const pending = (kind: PlayedKind, askedBefore = now, limit = 10) =>
          Effect.map(catalog.itemsToDescribe(kind, askedBefore, limit), (items) =>
            items.map(({ artist, name }) => `${artist} / ${name}`),
          )
        const names = {
          artist: ["Grouper / Grouper", "Low / Low"],
          album: ["Grouper / Ruins", "Low / Hey What"],
          track: ["Grouper / Call", "Low / Days"],
        }
        for (const kind of ["artist", "album", "track"] as const) {
          const [first = "", second = ""] = names[kind]
          assert.deepStrictEqual(yield* pending(kind), [first, second])
          assert.deepStrictEqual(yield* pending(kind, now, 1), [first])
          const [{ id } = assert.fail(), { id: other } = assert.fail()] = yield* catalog.itemsToDescribe(
            kind,
            now,
            10,
          )

          const before = yield* versionOf("listening")
          yield* catalog.storeFacts(kind, now, new Map([[id, unknownFacts]]))
          assert.strictEqual(yield* versionOf("listening"), before)
          assert.deepStrictEqual(yield* pending(kind), [second])
          assert.deepStrictEqual(yield* pending(kind, now + 1), [second, first])

          yield* raisesVersion(
            "listening",
            "a fact",
            catalog.storeFacts(kind, now, new Map([[id, known[kind]]])),
          )
          assert.deepStrictEqual(yield* pending(kind, now + 99 * day), [second])
          const query = { range: everything, sort: "plays", order: "desc" } as const
          const { items } = yield* lists.played(kind, query, { page: 1, limit: 10 })
          const factsOf = (item: (typeof items)[number] | undefined) =>
            item && { genres: item.genres, year: item.year, lengthSeconds: item.lengthSeconds }
          assert.deepStrictEqual(items.map(factsOf), [known[kind], unknownFacts])
          assert.deepStrictEqual(factsOf(Option.getOrThrow(yield* lists.one(kind, id))), known[kind])

          yield* catalog.storeFacts(kind, now, new Map([[other, unknownFacts]]))
          assert.deepStrictEqual(yield* pending(kind), [])
          yield* catalog.storeFacts(kind, now, new Map([[987_654, known[kind]]]))
          yield* catalog.storeFacts(kind, now, new Map())
          assert.strictEqual((yield* lists.played(kind, query, { page: 1, limit: 10 })).total, 2)
        }
      }).pipe(Effect.provide(fresh())),
  )
}
