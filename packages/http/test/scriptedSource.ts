import type { SourceBatch, SourceError } from "@daybook/kernel"
import type { LatestListen, Scrobble, ScrobbleSource } from "@daybook/listening"
import type { CheckInSource } from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** A scrobbling service that says what the test tells it to. */
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

/** A service at which the person has never checked in. */
export const quietFeed: CheckInSource = {
  name: "quiet",
  account: "someone",
  page: () => Effect.succeed({ total: 0, checkIns: [] }),
}

/** One play of an album, of a track of its own name. */
export const play = (artist: string, album: string, playedAt: number, imageUrl = ""): Scrobble => ({
  artist,
  album,
  track: `Song of ${album}`,
  imageUrl,
  playedAt,
})

/** Plays of an album, one each minute up to an instant. */
export const plays = (artist: string, album: string, count: number, until: number, imageUrl = "") =>
  Array.from({ length: count }, (_, index) => play(artist, album, until - index * 60_000, imageUrl))
