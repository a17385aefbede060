import { webUrl, type WebUrl } from "@daybook/kernel"
import type { CatalogArtist, CatalogSong } from "@daybook/listening"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Text } from "../text.ts"

const Id = Schema.Int

// The service leaves out unknown fields, and prices may be -1: only necessary fields are read.
const Artist = Schema.Struct({
  wrapperType: Schema.Literal("artist"),
  artistId: Id,
  artistName: Text,
  artistLinkUrl: Schema.optionalKey(Schema.String),
})

const Song = Schema.Struct({
  wrapperType: Schema.Literal("track"),
  kind: Schema.Literal("song"),
  trackId: Id,
  trackName: Text,
  trackViewUrl: Schema.optionalKey(Schema.String),
  previewUrl: Schema.optionalKey(Schema.String),
  artistId: Id,
  artistName: Text,
  artistViewUrl: Schema.optionalKey(Schema.String),
  collectionName: Schema.optionalKey(Text),
  collectionViewUrl: Schema.optionalKey(Schema.String),
})

const Album = Schema.Struct({ wrapperType: Schema.Literal("collection"), collectionName: Text })

/** Every response: items of several kinds in one list. */
export const Answer = Schema.Struct({ results: Schema.Array(Schema.Unknown) })

/** The items of one kind; those without a name or an id are left out. */
export const allOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S) => {
  const read = Schema.decodeUnknownOption(schema)
  return (answer: typeof Answer.Type): ReadonlyArray<S["Type"]> =>
    answer.results.flatMap((one) => Option.toArray(read(one)))
}

/**
 * A URL for the page; "" without one. `uo` only reports the service which of its interfaces issued the URL; `i` turns
 * an album's URL into a song's.
 */
const addressOf = (text: string | undefined, without: ReadonlyArray<string> = ["uo"]): WebUrl => {
  if (text === undefined || webUrl(text) === "") return ""
  const url = new URL(text)
  for (const name of without) url.searchParams.delete(name)
  return webUrl(url.href)
}

/** The artists of a response, in the service's order. */
export const artistsIn = (answer: typeof Answer.Type): ReadonlyArray<CatalogArtist> =>
  allOf(Artist)(answer).map((artist) => ({
    id: String(artist.artistId),
    name: artist.artistName,
    url: addressOf(artist.artistLinkUrl),
  }))

/** The songs of a response, in the service's order. */
export const songsIn = (answer: typeof Answer.Type): ReadonlyArray<CatalogSong> =>
  allOf(Song)(answer).map((song) => ({
    id: String(song.trackId),
    name: song.trackName,
    url: addressOf(song.trackViewUrl),
    previewUrl: addressOf(song.previewUrl),
    artist: { id: String(song.artistId), name: song.artistName, url: addressOf(song.artistViewUrl) },
    album: { name: song.collectionName ?? "", url: addressOf(song.collectionViewUrl, ["uo", "i"]) },
  }))

/** The names of the albums of a response; a lookup has the artist before them. */
export const albumsIn = (answer: typeof Answer.Type): ReadonlyArray<string> =>
  allOf(Album)(answer).map((album) => album.collectionName)
