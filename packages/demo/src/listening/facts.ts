import type { MusicTag } from "@daybook/listening"
import { mix, Random } from "../random.ts"

const genres = [
  "slowcore",
  "dream pop",
  "indie rock",
  "ambient",
  "jazz",
  "folk",
  "techno",
  "hip-hop",
  "post-punk",
  "soul",
  "shoegaze",
  "singer-songwriter",
] as const

/** A generator of the names alone, so that an item has the same facts in every life. */
const randomOf = (...names: ReadonlyArray<string>) => {
  let seed = names.length
  for (const letter of names.join("\n")) seed = mix(seed, letter.codePointAt(0) ?? 0)
  return new Random(seed)
}

/** The tags of a made-up artist; a few have none. */
export const demoTags = (artist: string): ReadonlyArray<MusicTag> => {
  const random = randomOf(artist)
  if (random.chance(0.05)) return []
  const tags = Array.from({ length: random.integer(1, 4) }, (_, at) => ({
    name: random.pick(genres),
    weight: 100 - 20 * at,
  }))
  return [...tags, { name: "seen live", weight: 60 }]
}

/** The year of a made-up album, within some years of its artist's first, and not after `last`; a few have none. */
export const demoYear = (artist: string, album: string, last: number): number => {
  const first = randomOf(artist, "").integer(1966, 2019)
  const random = randomOf(artist, album)
  return random.chance(0.05) ? 0 : Math.min(last, first + random.integer(0, 15))
}

/** The length of a made-up track in seconds; a few have none. */
export const demoSeconds = (artist: string, track: string): number => {
  const random = randomOf(artist, track)
  return random.chance(0.05)
    ? 0
    : random.integer(95, 260) + (random.chance(0.2) ? random.integer(60, 300) : 0)
}
