import { type SourceBatch, type SourceError, utcDayOf, type WebUrl } from "@daybook/kernel"
import type { LatestListen, Scrobble, ScrobbleSource } from "@daybook/listening"
import { type Run, type RunBatch, type RunSource, unknownOfRun } from "@daybook/running"
import type { CheckInSource } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** A scrobbling service that states what the test reports it to. */
export const scriptedSource = (
  name: string,
  script: {
    readonly scrobbles?: Stream.Stream<SourceBatch<Scrobble>, SourceError>
    readonly latest?: ScrobbleSource["latest"]
  } = {},
): ScrobbleSource => ({
  name,
  scrobbles: () => script.scrobbles ?? Stream.empty,
  latest: script.latest ?? Effect.succeed(Option.none<LatestListen>()),
})

/** A service at which the owner has never checked in. */
export const quietFeed: CheckInSource = {
  name: "quiet",
  account: Effect.succeed("someone"),
  page: () => Effect.succeed({ total: 0, checkIns: [] }),
}

/** One play of an album, with a unique track name. */
export const play = (artist: string, album: string, playedAt: number, imageUrl: WebUrl = ""): Scrobble => ({
  artist,
  album,
  track: `Song of ${album}`,
  imageUrl,
  playedAt,
})

/** Plays of an album, one each minute up to an instant. */
export const plays = (artist: string, album: string, count: number, until: number, imageUrl: WebUrl = "") =>
  Array.from({ length: count }, (_, index) => play(artist, album, until - index * 60_000, imageUrl))

/** A service that knows runs and gives these batches. */
export const runSourceOf = (...batches: ReadonlyArray<RunBatch>): RunSource => ({
  name: "runs",
  runs: () => Stream.fromIterable(batches),
  run: () => Effect.succeedNone,
})

/** A source without anything new. */
export const quietRunSource = runSourceOf()

/** A run of 5 km in 25 minutes with 100 feet of climb, on the day of a time in UTC. */
export const run = (time: string, more: Partial<Run> = {}): Run => ({
  ...unknownOfRun,
  ref: time,
  startedAt: Date.parse(time),
  localDay: utcDayOf(Date.parse(time)),
  distanceMm: 5_000_000,
  climbMm: 30_480,
  movingSeconds: 1_500,
  isRace: false,
  ...more,
})
