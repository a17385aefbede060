import { type EditLog, NoSuchItem, pageIn } from "@daybook/kernel"
import {
  doubleMillis,
  type Doubles,
  listedTellings,
  type ListeningLists,
  playPartsOf,
  settleTellings,
  type SourcedScrobble,
  type StoredTelling,
  tellingId,
  type TellingRows,
  type TimeSpan,
  type ToldPlay,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import type { Music } from "./music.ts"
import { type PlacedPlays, toldIdOf } from "./placedPlays.ts"

type Kept = Pick<StoredTelling, "album" | "artist" | "behind" | "playedAt" | "sources" | "track">

const minuteOf = ({ playedAt }: Pick<ToldPlay, "playedAt">): number => Math.floor(playedAt / doubleMillis)

/** Everything that sources tell of plays, in memory: which telling is shown is worked out from it. */
export class Tellings {
  readonly #all = new Map<string, Kept>()
  readonly #byMinute = new Map<number, Set<string>>()
  readonly #splits = new Map<string, ReadonlyArray<number>>()
  #lastSplit = 0

  /** Keeps tellings as they are told now; those of plays that stand are behind none. */
  keep(tellings: ReadonlyArray<SourcedScrobble | StoredTelling>): void {
    for (const told of tellings) {
      const { album, artist, playedAt, sources, track } = told
      const id = tellingId(told)
      const known = this.#all.get(id)
      const behind = "behind" in told ? told.behind : undefined
      this.#all.set(id, {
        artist,
        playedAt,
        track,
        album: album === "" ? (known?.album ?? "") : album,
        sources: [...new Set([...(known?.sources ?? []), ...sources])].sort(),
        behind,
      })
      const minute = minuteOf(told)
      const ids = this.#byMinute.get(minute)
      if (ids === undefined) this.#byMinute.set(minute, new Set([id]))
      else ids.add(id)
    }
  }

  find(telling: ToldPlay): Kept | undefined {
    return this.#all.get(tellingId(telling))
  }

  splitsOf(telling: ToldPlay): ReadonlyArray<number> {
    return this.#splits.get(tellingId(telling)) ?? []
  }

  split(tellings: ReadonlyArray<ToldPlay>): void {
    this.#lastSplit += 1
    for (const one of tellings) this.#splits.set(tellingId(one), [...this.splitsOf(one), this.#lastSplit])
  }

  /** Those that other tellings are behind, with all of them, newest first. */
  doubles(): ReadonlyArray<{ readonly stands: Kept; readonly tellings: ReadonlyArray<Kept> }> {
    const behind = Map.groupBy(
      [...this.#all.values()].filter((one) => one.behind !== undefined),
      (one) => (one.behind === undefined ? "" : tellingId(one.behind)),
    )
    return [...behind]
      .flatMap(([id, others]) => {
        const stands = this.#all.get(id)
        return stands === undefined ? [] : [{ stands, tellings: [stands, ...others] }]
      })
      .sort(
        ({ stands: one }, { stands: other }) =>
          other.playedAt - one.playedAt ||
          byCodePoints(one.artist, other.artist) ||
          byCodePoints(one.track, other.track),
      )
  }

  within(spans: ReadonlyArray<TimeSpan>, besides: string | undefined): ReadonlyArray<Kept> {
    return spans.flatMap(({ from, to }) => {
      const found: Array<Kept> = []
      for (let minute = minuteOf({ playedAt: from }); minute <= minuteOf({ playedAt: to }); minute++) {
        for (const id of this.#byMinute.get(minute) ?? []) {
          const one = this.#all.get(id)
          if (one === undefined || one.playedAt < from || one.playedAt > to) continue
          if (besides === undefined || one.behind !== undefined || !one.sources.includes(besides))
            found.push(one)
        }
      }
      return found
    })
  }
}

/** The tellings of a memory, as the rules of doubles use them. */
export const tellingsIn = (music: Music, placed: PlacedPlays, log: EditLog) => {
  const tellings = new Tellings()

  const trackOf = ({ artist, track }: ToldPlay) => music.artists.get(artist)?.tracks.get(track)

  /** The id of a telling's play; undefined where it was never shown. */
  const idOf = (telling: ToldPlay): string | undefined => {
    const track = trackOf(telling)
    return track && toldIdOf(track, telling.playedAt)
  }

  /** The telling that has the id. */
  const tellingOf = (id: string): Kept | undefined => {
    const { playedAt, trackId } = playPartsOf(id)
    const track = music.tracks.get(trackId)
    return track && tellings.find({ artist: track.toldArtist.toldName, track: track.toldName, playedAt })
  }

  const rows: TellingRows<never> = {
    within: (spans, besides) =>
      Effect.map(log.toldIds("play"), (ids) => {
        const edited = new Set(ids)
        return tellings.within(spans, besides).map((one) => ({
          ...one,
          splits: tellings.splitsOf(one),
          isEdited: edited.has(idOf(one) ?? ""),
        }))
      }),
    hide: (hidden) => Effect.sync(() => tellings.keep(hidden)),
    unhide: (shown) =>
      Effect.sync(() => {
        for (const one of shown) {
          const known = tellings.find(one)
          if (known !== undefined)
            tellings.keep([{ ...known, behind: undefined, splits: [], isEdited: false }])
        }
      }),
    drop: (dropped) =>
      Effect.sync(() =>
        placed.place(
          dropped.flatMap((one) => {
            const id = idOf(one)
            return id === undefined ? [] : [{ id, playedAt: 0, track: undefined, album: undefined }]
          }),
        ),
      ),
  }

  return {
    tellings,
    settle: settleTellings(rows),
    tellingOf,
    /** The id of the play that stands for the one with this id: itself unless it is behind another. */
    standing: (id: string) =>
      Effect.sync(() => {
        const behind = tellingOf(id)?.behind
        return behind === undefined ? id : (idOf(behind) ?? id)
      }),
    doubles: ({
      play,
      store,
    }: Pick<ListeningLists, "play"> & {
      /** Settles some tellings again, and stores what follows. */
      readonly store: (tellings: ReadonlyArray<ToldPlay>) => Effect.Effect<void>
    }): Doubles => ({
      list: Effect.fnUntraced(function* (page) {
        const { items, total } = pageIn(tellings.doubles(), page)
        const listed = yield* Effect.forEach(
          items,
          Effect.fnUntraced(function* ({ stands, tellings: all }) {
            const id = idOf(stands) ?? ""
            return { id, play: Option.getOrUndefined(yield* play(id)), sources: listedTellings(all) }
          }),
        )
        return { items: listed, total }
      }),
      split: Effect.fnUntraced(function* (id) {
        const known = tellingOf(id)
        const stands = known?.behind ?? known
        const found = tellings
          .doubles()
          .find((double) => stands !== undefined && tellingId(double.stands) === tellingId(stands))
        if (found === undefined) return yield* new NoSuchItem({ type: "double", id })
        tellings.split(found.tellings)
        yield* store(found.tellings)
        return found.tellings.flatMap((one) => idOf(one) ?? [])
      }),
    }),
  }
}
