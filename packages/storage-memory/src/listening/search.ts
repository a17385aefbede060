import { searchableOf } from "@daybook/kernel"
import type { Music } from "./music.ts"

/** Artists, albums and tracks as items that a search finds. */
export const listeningSearch = (version: () => number, music: Music) =>
  searchableOf(version, {
    artist: () =>
      Array.from(music.artists.values(), ({ catalogUrl, id, name }) => ({
        id,
        title: name,
        url: catalogUrl,
      })),
    album: () =>
      Array.from(music.albums.values(), ({ artist, catalogUrl, id, imageUrl, name }) => ({
        id,
        title: name,
        subtitle: artist.name,
        url: catalogUrl,
        imageUrl,
      })),
    track: () =>
      Array.from(music.tracks.values(), ({ artist, catalogUrl, id, name }) => ({
        id,
        title: name,
        subtitle: artist.name,
        url: catalogUrl,
      })),
  })
