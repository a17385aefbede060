import { storableText } from "@daybook/kernel"
import type { MusicPages } from "@daybook/listening"

// A plus stands for a space in Last.fm's paths, and its server decodes twice: a real plus is encoded twice.
const segment = (name: string): string =>
  encodeURIComponent(storableText(name))
    .replaceAll("%2B", "%252B")
    .replaceAll("%20", "+")
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** The pages of https://www.last.fm. They need no configuration and no call. */
export const pages: MusicPages["Service"] = {
  artist: (artist) => `https://www.last.fm/music/${segment(artist)}`,
  album: (artist, album) => `https://www.last.fm/music/${segment(artist)}/${segment(album)}`,
  track: (artist, track) => `https://www.last.fm/music/${segment(artist)}/_/${segment(track)}`,
}
