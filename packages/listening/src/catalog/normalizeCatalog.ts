import { normalizerOf } from "@daybook/kernel"
import { CatalogArtist, CatalogSong } from "./catalogPorts.ts"

/** Cleans an artist of a catalog such that every store can keep it. */
export const normalizeArtist = normalizerOf(CatalogArtist)

/** The same for a song. */
export const normalizeSong = normalizerOf(CatalogSong)
