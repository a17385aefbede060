import { albumOf, playId, spellingKey, spellingOf, TrackId } from "@daybook/listening"
import type { EpochMillis } from "@daybook/kernel"
import type { readPlacedTellings, readSpellings } from "./rows.ts"

type Spelling = ReturnType<typeof readSpellings>[number]

const trackSpelling = (artist: string, track: string): string =>
  JSON.stringify([spellingKey(artist), spellingKey(track)])

/** The other spellings of tracks, by the ids of these: rows that only differ in spelling. */
export const sameSpellings = (
  rows: ReadonlyArray<Spelling>,
  tracks: ReadonlyMap<number, { readonly artist: string; readonly name: string }>,
) =>
  Map.groupBy(
    rows.filter(({ artist, spelled, track }) => {
      const own = tracks.get(spelled)
      return own !== undefined && trackSpelling(own.artist, own.name) === trackSpelling(artist, track)
    }),
    ({ spelled }) => spelled,
  )

/** The id of a play that is stored in another spelling, with this spelling if it is shown; undefined if there is none. */
export const storedSpelling = (
  spelled: ReadonlyArray<Spelling>,
  stored: ReadonlyMap<string, number>,
  { playedAt, ...own }: { readonly artist: string; readonly track: string; readonly playedAt: EpochMillis },
) => {
  const idWith = (id: number) => playId({ trackId: TrackId.make(id), playedAt })
  const first = spelled.find((one) => stored.has(idWith(one.id)))
  if (first === undefined) return undefined
  const id = idWith(first.id)
  const known = spelled.find((one) => one.id === stored.get(id)) ?? first
  const words = spellingOf(known, own)
  const isShown = words.artist === known.artist && words.track === known.track
  return { id, shown: isShown ? known : undefined }
}

/** A reported play that is to be stored with edited ones. */
interface PlacedPlay {
  readonly id: string
  readonly playedAt: EpochMillis
  readonly track: { readonly id: number }
  readonly album: { readonly id: number; readonly name: string } | undefined
  readonly sources: number
}

/** The rows of reported plays next to the stored ones, and the number of new and changed ones. */
export const placedRows = (
  plays: ReadonlyArray<PlacedPlay>,
  rows: ReturnType<typeof readPlacedTellings>,
  sets: { readonly namesOf: (id: number) => ReadonlyArray<string> },
) => {
  const stored = new Map(rows.map((one) => [one.id, one]))
  let changed = 0
  const placed = plays.map(({ album, id, playedAt, sources, track }) => {
    const own = album?.id ?? null
    const known = stored.get(id)
    const isOther = known === undefined || albumOf(known.album, album?.name ?? "") !== known.album
    if (isOther || track.id !== known.trackId) changed += 1
    const union = new Set([
      ...(known === undefined ? [] : sets.namesOf(known.sources)),
      ...sets.namesOf(sources),
    ])
    const albumId = isOther ? own : known.albumId || null
    return { id, playedAt, trackId: track.id, albumId, sources: [...union].sort() }
  })
  return { changed, placed }
}
