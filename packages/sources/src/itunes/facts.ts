import { namesMatch } from "@daybook/kernel"
import type { MusicTag } from "@daybook/listening"
import * as Schema from "effect/Schema"
import { instantOf } from "../instants.ts"
import { Count, Text } from "../text.ts"
import { allOf, type Answer } from "./responses.ts"

const artists = allOf(
  Schema.Struct({
    wrapperType: Schema.Literal("artist"),
    artistName: Text,
    primaryGenreName: Text,
  }),
)

/** The only genre of an artist in the catalog. */
export const genreIn = (answer: typeof Answer.Type, artist: string): ReadonlyArray<MusicTag> =>
  artists(answer)
    .filter(({ artistName }) => namesMatch(artistName, artist))
    .slice(0, 1)
    .map(({ primaryGenreName }) => ({ name: primaryGenreName, weight: 100 }))

const albums = allOf(
  Schema.Struct({
    wrapperType: Schema.Literal("collection"),
    artistName: Text,
    collectionName: Text,
    releaseDate: Schema.String,
  }),
)

/** The catalog's name of an album without the note that it adds to short ones. */
const albumName = (name: string) => name.replace(/ - (EP|Single)$/, "")

/** The year of the earliest issue of an album. */
export const yearIn = (answer: typeof Answer.Type, artist: string, album: string): number => {
  const years = albums(answer)
    .filter(
      ({ artistName, collectionName }) =>
        namesMatch(artistName, artist) && namesMatch(albumName(collectionName), albumName(album)),
    )
    .flatMap(({ releaseDate }) => {
      const at = instantOf(releaseDate)
      return at === undefined ? [] : [new Date(at).getUTCFullYear()]
    })
  return years.length === 0 ? 0 : Math.min(...years)
}

const songs = allOf(
  Schema.Struct({
    wrapperType: Schema.Literal("track"),
    kind: Schema.Literal("song"),
    artistName: Text,
    trackName: Text,
    trackTimeMillis: Count,
  }),
)

/** The length of the first song of the names. */
export const secondsIn = (answer: typeof Answer.Type, artist: string, track: string): number =>
  (songs(answer).find(
    ({ artistName, trackName }) => namesMatch(artistName, artist) && namesMatch(trackName, track),
  )?.trackTimeMillis ?? 0) / 1000
