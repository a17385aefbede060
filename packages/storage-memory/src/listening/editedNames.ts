import { type EditLog, StandingEdits } from "@daybook/kernel"
import {
  AlbumId,
  type EditedNames,
  editNames,
  type PlayedKind,
  type ShownName,
  shownArtists,
  shownTitles,
  type ToldName,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import { type Album, type Artist, leadOf, type Music, type Track } from "./music.ts"
import type { PlacedPlays } from "./placedPlays.ts"

const toldOf = (kind: PlayedKind, item: Album | Artist | Track): ToldName => ({
  kind,
  id: item.id,
  artistId: "toldArtist" in item ? item.toldArtist.id : item.id,
  name: item.toldName,
  imageUrl: "toldImageUrl" in item ? item.toldImageUrl : "",
  ...item.facts,
})

/** The names of artists, albums and tracks under edits by hand, in memory. */
export const editedNamesIn = (music: Music, placed: PlacedPlays, log: EditLog) => {
  const itemOf = (kind: PlayedKind, id: number): Album | Artist | Track | undefined =>
    kind === "artist"
      ? music.artistsById.get(id)
      : kind === "album"
        ? music.albums.get(AlbumId.make(id))
        : music.tracks.get(id)

  const give = (item: Album | Artist | Track, shown: ShownName): void => {
    const { genres, hasFactsByHand: byHand, isRemoved, lengthSeconds, name, year } = shown
    const facts = { genres, lengthSeconds, year }
    item.name = name
    item.isRemoved = isRemoved
    item.editedFacts =
      byHand || JSON.stringify([genres, lengthSeconds, year]) !== factsText(item)
        ? { facts, byHand }
        : undefined
  }

  /** Shows all names, and all plays of them, as the edits have them now. */
  const showAll = Effect.map(log.edits, (all) => {
    const edits = new StandingEdits(all)
    const artists = shownArtists(
      edits,
      Array.from(music.artistsById.values(), (artist) => toldOf("artist", artist)),
    )
    const titles = shownTitles(edits, artists, [
      ...Array.from(music.albums.values(), (album) => toldOf("album", album)),
      ...Array.from(music.tracks.values(), (track) => toldOf("track", track)),
    ])
    let isLedElsewhere = false
    const lead = <Item extends Album | Artist | Track>(
      item: Item & { leadsTo: Item | undefined },
      to: Item | undefined,
    ) => {
      if (item.leadsTo !== to) isLedElsewhere = true
      item.leadsTo = to
    }
    music.change(music.tracks.values(), () => {
      for (const shown of artists) {
        const artist = music.artistsById.get(shown.id)
        if (artist === undefined) continue
        give(artist, shown)
        lead(artist, music.artistsById.get(shown.leadsTo ?? 0))
      }
      for (const shown of titles) {
        const { artistId, id, imageUrl, kind, leadsTo = 0 } = shown
        const artist = music.artistsById.get(artistId)
        const [album, track] =
          kind === "album"
            ? [music.albums.get(AlbumId.make(id)), undefined]
            : [undefined, music.tracks.get(id)]
        if (artist === undefined) continue
        if (album !== undefined) {
          give(album, shown)
          lead(album, music.albums.get(AlbumId.make(leadsTo)))
          Object.assign(album, { artist, imageUrl })
        }
        if (track !== undefined) {
          give(track, shown)
          lead(track, music.tracks.get(leadsTo))
          track.artist = artist
        }
      }
    })
    if (isLedElsewhere) placed.follow()
  })

  const shownPlaysOf = (kind: PlayedKind, id: number): boolean =>
    Iterator.from(music.shown.plays()).some(({ album, track }) =>
      kind === "artist" ? track.artist.id === id : kind === "album" ? album?.id === id : track.id === id,
    )

  const leadIn = (kind: PlayedKind, id: number): Album | Artist | Track | undefined => {
    const item = itemOf(kind, id)
    return item && (leadOf<Album | Artist | Track>(item) as Album | Artist | Track)
  }

  const edited: EditedNames = {
    find: (kind, id) =>
      Effect.sync(() => {
        const found = leadIn(kind, id)
        if (found === undefined || !shownPlaysOf(kind, found.id)) return undefined
        return { id: found.id, artistId: "artist" in found ? found.artist.id : found.id }
      }),
    leadOf: (kind, id) => Effect.sync(() => leadIn(kind, id)?.id ?? id),
    toldArtists: () => Effect.succeed([]),
    showNames: () => showAll,
  }
  return {
    edits: editNames(log, edited),
    leadOf: (kind: PlayedKind, id: number) => leadIn(kind, id)?.id ?? id,
    /** New names may count as known ones. */
    settle: Effect.flatMap(log.edits, (all) =>
      all.some(({ type }) => type !== "play") ? showAll : Effect.void,
    ),
  }
}

const factsText = ({ facts: { genres, lengthSeconds, year } }: Album | Artist | Track): string =>
  JSON.stringify([genres, lengthSeconds, year])
