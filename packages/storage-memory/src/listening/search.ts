import { searchableOf } from "@daybook/kernel"
import { type Album, type Artist, leadOf, type Music, type Track } from "./music.ts"

/** True for a name that counts as no other and was not removed by hand. */
const isShown = (item: Album | Artist | Track): boolean =>
  !item.isRemoved && leadOf<Album | Artist | Track>(item) === item

const isShownTitle = (title: Album | Track): boolean => isShown(title) && !title.artist.isRemoved

/** Artists, albums and tracks as items that a search finds. */
export const listeningSearch = (version: () => number, music: Music) =>
  searchableOf(version, {
    artist: () =>
      Array.from(music.artists.values().filter(isShown), ({ catalogUrl, id, name }) => ({
        id,
        title: name,
        url: catalogUrl,
      })),
    album: () =>
      Array.from(
        music.albums.values().filter(isShownTitle),
        ({ artist, catalogUrl, id, imageUrl, name }) => ({
          id,
          title: name,
          subtitle: artist.name,
          url: catalogUrl,
          imageUrl,
        }),
      ),
    track: () =>
      Array.from(music.tracks.values().filter(isShownTitle), ({ artist, catalogUrl, id, name }) => ({
        id,
        title: name,
        subtitle: artist.name,
        url: catalogUrl,
      })),
  })
