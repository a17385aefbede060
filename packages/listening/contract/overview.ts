import type { DataVersions } from "@daybook/kernel"
import {
  listeningOverview,
  type ListeningOverviewQuery,
  ListeningStore,
  MusicPages,
} from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { at } from "./rollingPeriods.ts"
import { playAt } from "./scrobbles.ts"

const pages = MusicPages.of({ artist: () => "", album: () => "", track: () => "" })

/** Plays of an artist's only album, one an hour on a day. */
const playsOn = (day: string, artist: string, count: number) =>
  Array.from({ length: count }, (_, hour) =>
    playAt(`${day}T${String(hour).padStart(2, "0")}:00:00Z`, {
      artist,
      album: `Of ${artist}`,
      track: `By ${artist}`,
    }),
  )

const life = [
  ...playsOn("2020-01-01", "Low", 1),
  ...playsOn("2020-01-01", "Grouper", 1),
  ...playsOn("2026-10-05", "Low", 8),
  ...playsOn("2026-10-06", "Grouper", 4),
  ...playsOn("2026-10-07", "Mimi", 2),
  ...playsOn("2026-11-05", "Mimi", 9),
  ...playsOn("2026-11-06", "Grouper", 4),
  ...playsOn("2026-11-07", "Halden", 3),
  ...playsOn("2026-11-08", "Low", 1),
]

const names = (items: ReadonlyArray<{ readonly name: string }>) => items.map(({ name }) => name)

/** Contract: a period of plays next to the one before. */
export const overviewContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions>,
): void => {
  const overview = (now: string, query: ListeningOverviewQuery = {}) =>
    listeningOverview(query).pipe(
      at(Date.parse(now)),
      Effect.provideService(MusicPages, pages),
      Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")),
    )
  const test = (name: string, body: Effect.Effect<void, unknown, ListeningStore>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  test(
    "items have their ranks of both periods, and artists rise, are new or rest",
    Effect.gen(function* () {
      yield* (yield* ListeningStore).storeScrobbles(life)
      const { compared, discoveries, previousStats, resting, stats, top, up } =
        yield* overview("2026-11-28T12:00:00Z")
      assert.deepStrictEqual([compared.count, compared.previousCount], [17, 14])
      assert.deepStrictEqual([stats.artists, stats.newArtists, previousStats?.newArtists], [4, 1, 1])
      assert.deepStrictEqual(
        top.map(({ isNew, name, plays, previousPlays, previousRank, rank }) => [
          name,
          rank,
          plays,
          previousRank,
          previousPlays,
          isNew,
        ]),
        [
          ["Of Mimi", 1, 9, 3, 2, false],
          ["Of Grouper", 2, 4, 2, 4, false],
          ["Of Halden", 3, 3, 0, 0, true],
          ["Of Low", 4, 1, 1, 8, false],
        ],
      )
      assert.deepStrictEqual([names(up), names(discoveries), names(resting)], [["Mimi"], ["Halden"], ["Low"]])
      assert.deepStrictEqual([resting[0]?.plays, resting[0]?.previousPlays], [1, 8])
    }),
  )

  test(
    "an empty period falls back to the newest with plays, and all time has no changes",
    Effect.gen(function* () {
      assert.strictEqual((yield* overview("2026-11-28T12:00:00Z")).compared.count, 0)
      yield* (yield* ListeningStore).storeScrobbles(life)
      const later = yield* overview("2027-06-01T12:00:00Z", { kind: "artist" })
      assert.deepStrictEqual([later.compared.name, later.compared.isFallback], ["2026-11", true])
      assert.deepStrictEqual(names(later.top), ["Mimi", "Grouper", "Halden", "Low"])
      const all = yield* overview("2027-06-01T12:00:00Z", { period: "overall", kind: "track" })
      assert.deepStrictEqual([all.stats.plays, all.top.length, all.previousStats], [33, 4, undefined])
      assert.deepStrictEqual([all.up, all.discoveries, all.resting], [[], [], []])
      assert.isFalse(all.top.some(({ isNew }) => isNew))
    }),
  )
}
