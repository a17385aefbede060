import { type ReportedPlay, reportKey, type StoredReport, type SupersededReport } from "@daybook/listening"
import type { hiddenTellings, readAlbumNames, readToldPlays, readTrackNames, splitTellings } from "./rows.ts"

/** The sets of sources that rows refer to. */
interface SetNames {
  readonly namesOf: (id: number) => ReadonlyArray<string>
}

type HiddenTelling = (typeof hiddenTellings)[1]["Type"]

/** The rows of reports in some spans. */
interface ReportRows {
  readonly plays: ReturnType<typeof readToldPlays>
  readonly hidden: ReadonlyArray<HiddenTelling>
  readonly splits: ReadonlyArray<(typeof splitTellings)[1]["Type"]>
}

/** A hidden report, of its row. */
export const superseded = (
  { behindArtist, behindAt, behindTrack, sources, ...words }: HiddenTelling,
  sets: SetNames,
) => ({
  ...words,
  sources: sets.namesOf(sources),
  isEdited: false,
  behind: { playedAt: behindAt, artist: behindArtist, track: behindTrack },
})

/** The row of a hidden report. */
export const supersededRow = (
  { album, artist, behind, playedAt, sources, track }: SupersededReport,
  sets: { readonly idOf: (names: ReadonlyArray<string>) => number },
): HiddenTelling => ({
  playedAt,
  artist,
  track,
  album,
  sources: sets.idOf(sources),
  behindAt: behind.playedAt,
  behindArtist: behind.artist,
  behindTrack: behind.track,
})

/** Reads reports of rows. It remembers the names of tracks and albums, and the plays of reports. */
export const reportReader = (sets: SetNames) => {
  const names = new Map<number, Pick<ReportedPlay, "artist" | "track">>()
  const albums = new Map<number, string>()
  const playIds = new Map<string, Set<string>>()

  return {
    /** The ids of the tracks of plays, and of their albums, whose names are not known yet. */
    unnamed: (plays: ReportRows["plays"]) => ({
      tracks: [...new Set(plays.map(({ trackId }) => trackId))].filter((id) => !names.has(id)),
      albums: [...new Set(plays.map(({ albumId }) => albumId))].filter((id) => id !== 0 && !albums.has(id)),
    }),
    learnTracks: (tracks: Iterable<ReturnType<typeof readTrackNames>[number]>): void => {
      for (const { artist, id, track } of tracks) names.set(id, { artist, track })
    },
    learnAlbums: (rows: ReturnType<typeof readAlbumNames>): void => {
      for (const { id, name } of rows) albums.set(id, name)
    },
    /** The reports of rows, each once. */
    read: ({ hidden, plays, splits }: ReportRows): ReadonlyArray<StoredReport> => {
      const splitsOf = Map.groupBy(splits, reportKey)
      const found = new Map<string, StoredReport>()
      const add = (telling: Omit<StoredReport, "splits">, playId?: string): void => {
        const id = reportKey(telling)
        const same = playId === undefined || playIds.get(id)?.has(playId) ? undefined : found.get(id)
        // Two spellings that were reported before they were one name share their place.
        found.set(
          id,
          same === undefined
            ? { ...telling, splits: (splitsOf.get(id) ?? []).map(({ split }) => split) }
            : { ...same, sources: [...new Set([...same.sources, ...telling.sources])].sort() },
        )
        if (playId !== undefined) playIds.set(id, (playIds.get(id) ?? new Set()).add(playId))
      }
      for (const { albumId, id, isEdited, playedAt, sources, trackId } of plays) {
        const told = names.get(trackId)
        const album = albums.get(albumId) ?? ""
        if (told === undefined) continue
        add({ ...told, playedAt, album, sources: sets.namesOf(sources), isEdited, behind: undefined }, id)
      }
      for (const one of hidden) add(superseded(one, sets))
      return [...found.values()]
    },
    /** The ids of the plays of reports that were read. */
    playIdsOf: (tellings: ReadonlyArray<ReportedPlay>): ReadonlyArray<string> =>
      tellings.flatMap((telling) => [...(playIds.get(reportKey(telling)) ?? [])]),
  }
}
