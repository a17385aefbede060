import type { EpochMillis, NoSuchItem, Page, PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { ListedPlay } from "./lists.ts"
import type { Scrobble } from "./model.ts"
import {
  albumOf,
  doubleMillis,
  playsOfTellings,
  repeatsSpelledAlike,
  runsOfTellings,
  spansAround,
  spellingOf,
  type Telling,
  tellingId,
  type TimeSpan,
  type ToldPlay,
  trackKeyOf,
} from "./tellings.ts"

/** A report of a double as it is listed: one by each source. */
export interface ListedTelling {
  /** "" if it is not known. */
  readonly source: string
  readonly playedAt: EpochMillis
  readonly artist: string
  readonly track: string
  /** "" if it was distinguished from no album. */
  readonly album: string
}

/** A play that sources reported in several ways. */
export interface Double {
  /** The id of the play that stands for all. */
  readonly id: string
  /** Undefined where the owner has removed it. */
  readonly play: ListedPlay | undefined
  /** Earliest first. */
  readonly sources: ReadonlyArray<ListedTelling>
}

/** The doubles of a store. */
export interface Doubles {
  /** Newest first, then by artist and track. */
  readonly list: (page: PageRequest) => Effect.Effect<Page<Double>>
  /**
   * Shows every report of a double as its own play, even when its sources report it again. Takes the id of any of its
   * plays, and returns the ids of all.
   */
  readonly split: (id: string) => Effect.Effect<ReadonlyArray<string>, NoSuchItem>
}

/** A report as a store has it. */
export interface StoredTelling extends Telling {
  /** The report that stands for this one; undefined if this one stands. */
  readonly behind: ToldPlay | undefined
}

/** A report that is not shown. */
export interface HiddenTelling extends Telling {
  readonly behind: ToldPlay
}

/** A play to be stored, with the sources that report it. */
export interface SourcedScrobble extends Scrobble {
  readonly sources: ReadonlyArray<string>
}

/** The reports of a store. To be used within a transaction of the domain's writer. */
export interface TellingRows<E> {
  /** All reports within some spans of time. Those that the one source has reported alone may be left out. */
  readonly within: (
    spans: ReadonlyArray<TimeSpan>,
    besides?: string,
  ) => Effect.Effect<ReadonlyArray<StoredTelling>, E>
  /** Keeps reports that are not shown, instead of the same ones as they were stored before. */
  readonly hide: (tellings: ReadonlyArray<HiddenTelling>) => Effect.Effect<void, E>
  /** Forgets them: they are shown now. */
  readonly unhide: (tellings: ReadonlyArray<ToldPlay>) => Effect.Effect<void, E>
  /** Removes plays of reports that stand no more, and counts again what they were part of. */
  readonly drop: (tellings: ReadonlyArray<ToldPlay>) => Effect.Effect<void, E>
}

/** The plays to store once reports are settled. */
export interface Settled {
  readonly plays: ReadonlyArray<SourcedScrobble>
  /** True where plays that were shown are not any more. */
  readonly isChanged: boolean
}

/** The key of each artist and track, worked out once. */
class TrackKeys {
  readonly #keys = new Map<string, Map<string, string | undefined>>()

  of({ artist, track }: Pick<ToldPlay, "artist" | "track">): string | undefined {
    let tracks = this.#keys.get(artist)
    if (tracks === undefined) this.#keys.set(artist, (tracks = new Map<string, string | undefined>()))
    if (!tracks.has(track)) tracks.set(track, trackKeyOf({ artist, track }))
    return tracks.get(track)
  }
}

/** A report with the row that has it, and the play of a batch that reports it. */
interface KnownTelling extends Telling {
  readonly stored: StoredTelling | undefined
  readonly told: SourcedScrobble | undefined
}

const scrobbleOf = ({ album, artist, playedAt, sources, track }: Telling): SourcedScrobble => ({
  artist,
  track,
  album,
  imageUrl: "",
  playedAt,
  sources,
})

const union = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set([...some, ...others])].sort()

/** The reports of stored plays and of a batch. */
const knownTellings = (stored: ReadonlyArray<StoredTelling>, told: ReadonlyArray<SourcedScrobble>) => {
  const all = new Map<string, KnownTelling>(
    stored.map((one) => [tellingId(one), { ...one, stored: one, told: undefined }]),
  )
  for (const play of told) {
    const id = tellingId(play)
    const known = all.get(id)
    const before = known ?? {
      splits: [],
      isEdited: false,
      sources: [],
      album: "",
      stored: undefined,
      told: undefined,
    }
    const words = spellingOf(known ?? play, play)
    const album = albumOf(before.album, play.album)
    const latest = play.album === "" && before.told !== undefined ? before.told : play
    all.set(id, {
      ...before,
      ...words,
      playedAt: play.playedAt,
      album,
      sources: union(before.sources, play.sources),
      told: { ...latest, ...words, album: latest.album === "" ? "" : album },
    })
  }
  return [...all.values()]
}

const isSpelledAlike = (one: ToldPlay, other: ToldPlay): boolean =>
  one.artist === other.artist && one.track === other.track

const isSame = (one: HiddenTelling, other: StoredTelling | undefined): boolean =>
  other?.behind !== undefined &&
  isSpelledAlike(one, other) &&
  one.album === other.album &&
  one.behind.playedAt === other.behind.playedAt &&
  isSpelledAlike(one.behind, other.behind) &&
  one.sources.length === other.sources.length

/**
 * Settles which reports of a play are shown. Everything that sources report stays: a report that is not shown is stored
 * next to the plays, so that a later one may show it again. Edits override what is settled here.
 */
export const settleTellings = <E>(rows: TellingRows<E>) => {
  /** All reports of these tracks that may be of one play with one of the seeds, in runs. */
  const runsAround = Effect.fnUntraced(function* (
    keys: TrackKeys,
    seeds: ReadonlyArray<ToldPlay>,
    told: ReadonlyArray<SourcedScrobble>,
  ) {
    const wanted = new Set(seeds.map((seed) => keys.of(seed)))
    const isSeed = new Set(seeds.map(tellingId))
    for (let reach = 2 * doubleMillis; ; reach *= 4) {
      const spans = spansAround(
        seeds.map(({ playedAt }) => playedAt),
        reach,
      )
      const stored = (yield* rows.within(spans)).filter((one) => wanted.has(keys.of(one)))
      const byTrack = Map.groupBy(knownTellings(stored, told), (one) => keys.of(one))
      const runs = [...byTrack.values()]
        .flatMap(runsOfTellings)
        .filter((run) => run.some((one) => isSeed.has(tellingId(one))))
      // A run is whole where what was read continues beyond both of its ends.
      const read = (from: EpochMillis, to: EpochMillis) => {
        let [low, high] = [0, spans.length]
        while (low < high) {
          const middle = (low + high) >> 1
          if ((spans[middle]?.to ?? 0) < from) low = middle + 1
          else high = middle
        }
        const span = spans[low]
        return span !== undefined && span.from <= from && span.to >= to
      }
      const isWhole = runs.every((run) =>
        run.every(({ playedAt }) => read(playedAt - doubleMillis, playedAt + doubleMillis)),
      )
      if (isWhole) return runs
    }
  })

  const settle = Effect.fnUntraced(function* (
    keys: TrackKeys,
    seeds: ReadonlyArray<ToldPlay>,
    told: ReadonlyArray<SourcedScrobble>,
  ) {
    const plays: Array<SourcedScrobble> = []
    const settled = new Set<SourcedScrobble>()
    const hidden: Array<HiddenTelling> = []
    const shown: Array<ToldPlay> = []
    const dropped: Array<ToldPlay> = []
    for (const run of yield* runsAround(keys, seeds, told)) {
      for (const { stands, tellings } of playsOfTellings(run)) {
        for (const telling of tellings) {
          const { stored, told: play } = telling
          if (play !== undefined) settled.add(play)
          if (telling === stands) {
            if (stored?.behind !== undefined) {
              shown.push(stored)
              plays.push({ ...scrobbleOf(telling), imageUrl: play?.imageUrl ?? "" })
            } else if (play !== undefined) plays.push(play)
          } else {
            const one = { ...telling, behind: stands }
            if (!isSame(one, stored)) hidden.push(one)
            if (stored?.behind !== undefined && !isSpelledAlike(one, stored)) shown.push(stored)
            if (stored !== undefined && stored.behind === undefined) dropped.push(telling)
          }
        }
      }
    }
    if (shown.length > 0) yield* rows.unhide(shown)
    if (hidden.length > 0) yield* rows.hide(hidden)
    if (dropped.length > 0) yield* rows.drop(dropped)
    return { plays, settled, isChanged: dropped.length > 0 }
  })

  return {
    /** Settles plays that a source reports. Gives those to be stored as they are. */
    tell: Effect.fnUntraced(function* (scrobbles: ReadonlyArray<Scrobble>, source: string) {
      // One array for all of them: a store looks its set up once.
      const sources = [source]
      const told = repeatsSpelledAlike(scrobbles.map((scrobble) => ({ ...scrobble, sources })))
      const nothing: Settled = { plays: told, isChanged: false }
      if (told.length === 0) return nothing
      const others = yield* rows.within(
        spansAround(
          told.map(({ playedAt }) => playedAt),
          doubleMillis,
        ),
        source,
      )
      if (others.length === 0) return nothing
      const keys = new TrackKeys()
      const minuteOf = ({ playedAt }: ToldPlay) => Math.floor(playedAt / doubleMillis)
      const near = Map.groupBy(others, (one) => `${minuteOf(one)} ${keys.of(one)}`)
      const seeds = told.filter((play) => {
        const key = keys.of(play)
        if (key === undefined) return false
        const minute = minuteOf(play)
        return [minute - 1, minute, minute + 1].some((some) =>
          near
            .get(`${some} ${key}`)
            ?.some(
              (one) =>
                Math.abs(one.playedAt - play.playedAt) <= doubleMillis &&
                (one.behind !== undefined || tellingId(one) !== tellingId(play)),
            ),
        )
      })
      if (seeds.length === 0) return nothing
      const tracks = new Set(seeds.map((seed) => keys.of(seed)))
      const ofTracks = told.filter((play) => tracks.has(keys.of(play)))
      const { isChanged, plays, settled } = yield* settle(keys, seeds, ofTracks)
      // Repeats of a report in one batch are reported once.
      const ids = new Set([...settled].map(tellingId))
      return {
        plays: [...told.filter((play) => !tracks.has(keys.of(play)) || !ids.has(tellingId(play))), ...plays],
        isChanged,
      }
    }),
    /** Settles reports again of which splits or edits have changed. */
    again: Effect.fnUntraced(function* (tellings: ReadonlyArray<ToldPlay>) {
      const { isChanged, plays } = yield* settle(new TrackKeys(), tellings, [])
      const settled: Settled = { plays, isChanged }
      return settled
    }),
  }
}

/**
 * The hidden reports that are another spelling of one that is there, which earlier versions told apart, as the plays
 * that their sources report. One that stands has its album.
 */
export const respelledTellings = <One extends HiddenTelling>(
  hidden: ReadonlyArray<One>,
): ReadonlyArray<{ readonly telling: One; readonly play: Scrobble }> => {
  const byId = Map.groupBy(hidden, tellingId)
  return hidden.flatMap((telling) => {
    const isBehindItself = tellingId(telling) === tellingId(telling.behind)
    if (!isBehindItself && byId.get(tellingId(telling))?.length === 1) return []
    const { sources: _sources, ...play } = scrobbleOf(telling)
    return [{ telling, play: isBehindItself ? { ...play, album: "" } : play }]
  })
}

/** Reports as they are listed: one by each source, earliest first. */
export const listedTellings = (
  tellings: ReadonlyArray<Pick<Telling, "album" | "artist" | "playedAt" | "sources" | "track">>,
): ReadonlyArray<ListedTelling> =>
  tellings
    .flatMap(({ album, artist, playedAt, sources, track }) =>
      sources.map((source) => ({ source, playedAt, artist, track, album })),
    )
    .sort((one, other) => one.playedAt - other.playedAt || (one.source < other.source ? -1 : 1))
