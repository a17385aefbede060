import { maxNameLength, storableText, webUrl } from "@daybook/kernel"
import type { CatalogArtist, CatalogSong } from "./catalogPorts.ts"

/** Cleans an artist of a catalog such that every store can keep it. */
export const tidyArtist = ({ id, name, url }: CatalogArtist): CatalogArtist => ({
  id: storableText(id, maxNameLength),
  name: storableText(name, maxNameLength),
  url: webUrl(url),
})

/** The same for a song. */
export const tidySong = ({ album, artist, id, name, previewUrl, url }: CatalogSong): CatalogSong => ({
  id: storableText(id, maxNameLength),
  name: storableText(name, maxNameLength),
  url: webUrl(url),
  previewUrl: webUrl(previewUrl),
  artist: tidyArtist(artist),
  album: { name: storableText(album.name, maxNameLength), url: webUrl(album.url) },
})
