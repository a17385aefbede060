import type { EpochMillis, NoSuchItem, Page, PageRequest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { ListedPlay } from "./lists.ts"
import type { Scrobble } from "./model.ts"
import {
  albumOf,
  duplicateWindowMillis,
  matchReports,
  repeatsSpelledAlike,
  runsOfTellings,
  spansAround,
  spellingOf,
  type PlayReport,
  reportKey,
  type TimeSpan,
  type ReportedPlay,
  trackKeyOf,
} from "./matchReports.ts"

/** A listed report of a duplicate: one for each source. */
export interface ListedReport {
  /** "" if it is not known. */
  readonly source: string
  readonly playedAt: EpochMillis
  readonly artist: string
  readonly track: string
  /** "" if it was distinguished from no album. */
  readonly album: string
}

/** A play that sources reported in several ways. */
export interface Duplicate {
  /** The id of the play that stands for all. */
  readonly id: string
  /** Undefined if the owner has removed it. */
  readonly play: ListedPlay | undefined
  /** Earliest first. */
  readonly sources: ReadonlyArray<ListedReport>
}

/** The duplicates of a store. */
export interface DuplicateStore {
  /** The sources that report these plays or the reports behind them, in the order of the plays' ids. */
  readonly sources: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<ReadonlyArray<string>>>
  /** Newest first, then by artist and track. */
  readonly list: (page: PageRequest) => Effect.Effect<Page<Duplicate>>
  /**
   * Shows every report of a duplicate as its own play, even when its sources report it again. Takes the id of any of its
   * plays, and returns the ids of all.
   */
  readonly split: (id: string) => Effect.Effect<ReadonlyArray<string>, NoSuchItem>
}

/** A report as a store has it. */
export interface StoredReport extends PlayReport {
  /** The canonical report that supersedes this one; undefined if this one is canonical. */
  readonly behind: ReportedPlay | undefined
}

/** A report that is not shown. */
export interface SupersededReport extends PlayReport {
  readonly behind: ReportedPlay
}

/** A play to be stored, with the sources that report it. */
export interface ReportedScrobble extends Scrobble {
  readonly sources: ReadonlyArray<string>
}

/** The reports of a store. To be used within a transaction of the domain's writer. */
export interface ReportTable<E> {
  /** All reports within some spans of time. Reports only by the one source may be omitted. */
  readonly within: (
    spans: ReadonlyArray<TimeSpan>,
    besides?: string,
  ) => Effect.Effect<ReadonlyArray<StoredReport>, E>
  /** Keeps reports that are not shown, instead of the same ones as they were stored before. */
  readonly hide: (tellings: ReadonlyArray<SupersededReport>) => Effect.Effect<void, E>
  /** Forgets them: they are shown now. */
  readonly unhide: (tellings: ReadonlyArray<ReportedPlay>) => Effect.Effect<void, E>
  /** Removes plays of reports that are no longer shown, and counts again what they were part of. */
  readonly drop: (tellings: ReadonlyArray<ReportedPlay>) => Effect.Effect<void, E>
}

/** The plays to store once reports are settled. */
export interface MatchResult {
  readonly plays: ReadonlyArray<ReportedScrobble>
  /** True if shown plays are now hidden. */
  readonly isChanged: boolean
}

/** The key of each artist and track, worked out once. */
class TrackKeys {
  readonly #keys = new Map<string, Map<string, string | undefined>>()

  of({ artist, track }: Pick<ReportedPlay, "artist" | "track">): string | undefined {
    let tracks = this.#keys.get(artist)
    if (tracks === undefined) this.#keys.set(artist, (tracks = new Map<string, string | undefined>()))
    if (!tracks.has(track)) tracks.set(track, trackKeyOf({ artist, track }))
    return tracks.get(track)
  }
}

/** A report with the row that has it, and the play of a batch that reports it. */
interface KnownTelling extends PlayReport {
  readonly stored: StoredReport | undefined
  readonly told: ReportedScrobble | undefined
}

const scrobbleOf = ({ album, artist, playedAt, sources, track }: PlayReport): ReportedScrobble => ({
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
const knownTellings = (stored: ReadonlyArray<StoredReport>, told: ReadonlyArray<ReportedScrobble>) => {
  const all = new Map<string, KnownTelling>(
    stored.map((one) => [reportKey(one), { ...one, stored: one, told: undefined }]),
  )
  for (const play of told) {
    const id = reportKey(play)
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

const isSpelledAlike = (one: ReportedPlay, other: ReportedPlay): boolean =>
  one.artist === other.artist && one.track === other.track

const isSame = (one: SupersededReport, other: StoredReport | undefined): boolean =>
  other?.behind !== undefined &&
  isSpelledAlike(one, other) &&
  one.album === other.album &&
  one.behind.playedAt === other.behind.playedAt &&
  isSpelledAlike(one.behind, other.behind) &&
  one.sources.length === other.sources.length

/** All reports of these tracks that may be of one play with one of the seeds, in runs. */
const runsAround = Effect.fnUntraced(function* <E>(
  rows: ReportTable<E>,
  keys: TrackKeys,
  seeds: ReadonlyArray<ReportedPlay>,
  told: ReadonlyArray<ReportedScrobble>,
) {
  const wanted = new Set(seeds.map((seed) => keys.of(seed)))
  const isSeed = new Set(seeds.map(reportKey))
  for (let reach = 2 * duplicateWindowMillis; ; reach *= 4) {
    const spans = spansAround(
      seeds.map(({ playedAt }) => playedAt),
      reach,
    )
    const stored = (yield* rows.within(spans)).filter((one) => wanted.has(keys.of(one)))
    const byTrack = Map.groupBy(knownTellings(stored, told), (one) => keys.of(one))
    const runs = [...byTrack.values()]
      .flatMap(runsOfTellings)
      .filter((run) => run.some((one) => isSeed.has(reportKey(one))))
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
      run.every(({ playedAt }) => read(playedAt - duplicateWindowMillis, playedAt + duplicateWindowMillis)),
    )
    if (isWhole) return runs
  }
})

const settle = Effect.fnUntraced(function* <E>(
  rows: ReportTable<E>,
  keys: TrackKeys,
  seeds: ReadonlyArray<ReportedPlay>,
  told: ReadonlyArray<ReportedScrobble>,
) {
  const plays: Array<ReportedScrobble> = []
  const settled = new Set<ReportedScrobble>()
  const hidden: Array<SupersededReport> = []
  const shown: Array<ReportedPlay> = []
  const dropped: Array<ReportedPlay> = []
  for (const run of yield* runsAround(rows, keys, seeds, told)) {
    for (const { stands, tellings } of matchReports(run)) {
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

/**
 * Settles which reports of a play are shown. Everything that sources report stays: a report that is not shown is stored
 * next to the plays, so that a later one may show it again. Edits override what is settled here.
 */
export const reconcileReports = <E>(rows: ReportTable<E>) => ({
  /** Settles plays that a source reports. Returns those to be stored as they are. */
  tell: Effect.fnUntraced(function* (scrobbles: ReadonlyArray<Scrobble>, source: string) {
    // One array for all of them: a store looks its set up once.
    const sources = [source]
    const told = repeatsSpelledAlike(scrobbles.map((scrobble) => ({ ...scrobble, sources })))
    const nothing: MatchResult = { plays: told, isChanged: false }
    if (told.length === 0) return nothing
    const others = yield* rows.within(
      spansAround(
        told.map(({ playedAt }) => playedAt),
        duplicateWindowMillis,
      ),
      source,
    )
    if (others.length === 0) return nothing
    const keys = new TrackKeys()
    const minuteOf = ({ playedAt }: ReportedPlay) => Math.floor(playedAt / duplicateWindowMillis)
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
              Math.abs(one.playedAt - play.playedAt) <= duplicateWindowMillis &&
              (one.behind !== undefined || reportKey(one) !== reportKey(play)),
          ),
      )
    })
    if (seeds.length === 0) return nothing
    const tracks = new Set(seeds.map((seed) => keys.of(seed)))
    const ofTracks = told.filter((play) => tracks.has(keys.of(play)))
    const { isChanged, plays, settled } = yield* settle(rows, keys, seeds, ofTracks)
    // Repeats of a report in one batch are reported once.
    const ids = new Set([...settled].map(reportKey))
    return {
      plays: [...told.filter((play) => !tracks.has(keys.of(play)) || !ids.has(reportKey(play))), ...plays],
      isChanged,
    }
  }),
  /** Matches reports again after a change of splits or edits. */
  again: Effect.fnUntraced(function* (tellings: ReadonlyArray<ReportedPlay>) {
    const { isChanged, plays } = yield* settle(rows, new TrackKeys(), tellings, [])
    const settled: MatchResult = { plays, isChanged }
    return settled
  }),
})

/**
 * The superseded reports that are another spelling of a stored one, which earlier versions kept apart, as the plays
 * that their sources reported. A canonical one keeps its album.
 */
export const respelledTellings = <One extends SupersededReport>(
  hidden: ReadonlyArray<One>,
): ReadonlyArray<{ readonly telling: One; readonly play: Scrobble }> => {
  const byId = Map.groupBy(hidden, reportKey)
  return hidden.flatMap((telling) => {
    const isBehindItself = reportKey(telling) === reportKey(telling.behind)
    if (!isBehindItself && byId.get(reportKey(telling))?.length === 1) return []
    const { sources: _sources, ...play } = scrobbleOf(telling)
    return [{ telling, play: isBehindItself ? { ...play, album: "" } : play }]
  })
}

/** The sources of some reports, each once, in order. */
export const sourcesOf = (tellings: ReadonlyArray<Pick<PlayReport, "sources">>): ReadonlyArray<string> =>
  [...new Set(tellings.flatMap(({ sources }) => sources))].toSorted()

/** Reports as they are listed: one by each source, earliest first. */
export const listedTellings = (
  tellings: ReadonlyArray<Pick<PlayReport, "album" | "artist" | "playedAt" | "sources" | "track">>,
): ReadonlyArray<ListedReport> =>
  tellings
    .flatMap(({ album, artist, playedAt, sources, track }) =>
      sources.map((source) => ({ source, playedAt, artist, track, album })),
    )
    .sort((one, other) => one.playedAt - other.playedAt || (one.source < other.source ? -1 : 1))
