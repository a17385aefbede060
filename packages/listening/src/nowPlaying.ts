import { type EpochMillis, everything, type LatestEntry } from "@daybook/kernel"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { FilterStore } from "./filters/ports.ts"
import { visibleListens } from "./filters/hiddenMusic.ts"
import { type StoredListen, normalizeListen } from "./model.ts"
import {
  type LatestListen,
  ListeningStore,
  MusicPages,
  type ScrobbleSource,
  ScrobbleSources,
} from "./ports.ts"
import { NowPlayingStore } from "./playingNow.ts"

/** The track that plays now, or the last one played. */
export interface NowPlayingAnswer {
  readonly isPlaying: boolean
  /** None if nothing was ever played. */
  readonly track: Option.Option<StoredListen & { readonly url: string }>
  /** Undefined while it plays, and if nothing was ever played. */
  readonly playedAt: EpochMillis | undefined
}

/**
 * The track playing now: the one that a player reported, while it lasts; else fetched live from the scrobbling
 * services. Their response is cached for 10 seconds, for all callers. A service that takes longer than 2 seconds is
 * skipped, and so is a filtered track; then the newest stored play is used. It never fails.
 */
export class NowPlaying extends Context.Service<
  NowPlaying,
  { readonly current: Effect.Effect<NowPlayingAnswer> }
>()("daybook/listening/NowPlaying") {
  static readonly layer = Layer.effect(
    NowPlaying,
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const filters = yield* FilterStore
      const playing = yield* NowPlayingStore
      const sources = yield* ScrobbleSources
      const pages = yield* MusicPages

      const ask = (source: ScrobbleSource) =>
        source.latest.pipe(
          Effect.timeoutOption("2 seconds"),
          Effect.map(Option.flatten),
          // The store looks it up by the names that it would store.
          Effect.map(Option.map((latest) => ({ ...latest, listen: normalizeListen(latest.listen) }))),
          // An adapter's defect is skipped like a failure.
          Effect.catchCause((cause) =>
            Effect.as(
              Effect.logWarning("now playing: the source failed", cause),
              Option.none<LatestListen>(),
            ),
          ),
        )
      // All services are called at once; the first in order with a visible track wins.
      const asked = Effect.map(
        Effect.forEach(sources.configured, ask, { concurrency: "unbounded" }),
        Arr.getSomes,
      )
      // A silence is stored like a response: otherwise every caller would wait 2 s for a service that is down.
      const remembered = yield* Effect.cachedWithTTL(asked, "10 seconds")

      /** The first of these that no filter hides. Filters are read each time: a rule holds at once, and is gone at once. */
      const firstShown = Effect.fnUntraced(function* (latest: ReadonlyArray<LatestListen>) {
        for (const { listen, playedAt } of latest) {
          if (yield* filters.hides(listen)) continue
          const stored = yield* store.find(listen)
          return {
            isPlaying: playedAt === undefined,
            track: Option.some({ ...stored, url: pages.track(stored.artist, stored.track) }),
            playedAt,
          }
        }
        return undefined
      })

      const current = Effect.gen(function* () {
        const told = yield* playing.at(yield* Clock.currentTimeMillis)
        const toldListens = Option.toArray(told).map((listen) => ({ listen, playedAt: undefined }))
        const shown = (yield* firstShown(toldListens)) ?? (yield* firstShown(yield* remembered))
        if (shown !== undefined) return shown
        const newest = yield* store.newest
        return {
          isPlaying: false,
          track: Option.map(newest, (play) => ({ ...play, url: pages.track(play.artist, play.track) })),
          playedAt: Option.getOrUndefined(newest)?.playedAt,
        }
      })
      /** What the current reader may see of it. */
      const visible = Effect.gen(function* () {
        const answer = yield* current
        const listens = Option.toArray(answer.track).map((track) => ({ ...track, playedAt: answer.playedAt }))
        const tracks = yield* Effect.provideService(visibleListens(listens), ListeningStore, store)
        return tracks.length > 0 ? answer : { isPlaying: false, track: Option.none(), playedAt: undefined }
      })
      return NowPlaying.of({ current: Effect.withSpan(visible, "NowPlaying.current") })
    }),
  )
}

// The last play is in one of the newest sessions, where albums are played in turn.
const newestSittings = 5

/** The id of the session that the last play is in, as the feed shows it; "" if the play is not stored yet. */
const sittingOf = Effect.fnUntraced(function* ({ id, type }: LatestEntry["item"], playedAt: EpochMillis) {
  const { journal } = yield* ListeningStore
  const sittings = yield* journal.entries(everything, newestSittings)
  const own = sittings.find(({ at, item }) => item.type === type && item.id === id && at <= playedAt)
  return own?.id ?? ""
})

/**
 * The current track, or the last play, in the form of an entry; undefined if nothing was ever played. A current track
 * is not an entry yet, and has the id "".
 */
export const latestListen = Effect.gen(function* () {
  const { playedAt, track } = yield* (yield* NowPlaying).current
  if (Option.isNone(track)) return undefined
  const { albumId, artist, artistId, imageUrl, track: title, url } = track.value
  const item =
    albumId === 0 ? { type: "artist", id: String(artistId) } : { type: "album", id: String(albumId) }
  return {
    id: playedAt === undefined ? "" : yield* sittingOf(item, playedAt),
    kind: "play",
    at: playedAt,
    dayOnly: false,
    title,
    subtitle: artist,
    url,
    imageUrl,
    item,
    count: 1,
  } satisfies LatestEntry
})
