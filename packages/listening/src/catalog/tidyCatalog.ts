import { storableItems } from "@daybook/kernel"
import { CatalogArtist, CatalogSong } from "./catalogPorts.ts"

/** Cleans an artist of a catalog such that every store can keep it. */
export const tidyArtist = storableItems(CatalogArtist)

/** The same for a song. */
export const tidySong = storableItems(CatalogSong)
