import { Pagination } from "@daybook/kernel"
import {
  type ListedPlay,
  ListeningStats,
  Played,
  type PlayedKind,
  type PlayedWithPage,
} from "@daybook/listening"
import * as Schema from "effect/Schema"
import { hiddenAs, Instant, listOf, manyOf, wireAs, wireForm } from "../../forRoutes.ts"
import { ItemImage } from "../../../wire/itemImage.ts"
import { Sparkline } from "../wire.ts"

/** Music with this id is hidden with it. */
export const hiddenMusic = {
  artist: hiddenAs("listening", "artist"),
  album: hiddenAs("listening", "album"),
  track: hiddenAs("listening", "track"),
}

const named = { id: Schema.Int, name: Schema.String }
const NamedArtist = wireForm(named, {}, hiddenMusic.artist)

const Image = Schema.optionalKey(ItemImage)

const Url = Schema.String.annotate({ description: "The page at the scrobbling service" })

const PreviewUrl = Schema.optionalKey(Played.fields.previewUrl)

const renamed = { catalogUrl: "catalog_music_url", plays: "playcount", lengthSeconds: "length_s" } as const

const Genres = Played.fields.genres.annotate({
  description: "From the music services, best known first; empty if they have none",
})

const Year = Schema.Int.annotate({ description: "Release year; 0 if unknown" })

const Length = Schema.Int.annotate({ description: "In seconds; 0 if unknown" })

const top = {
  rank: Schema.Int,
  id: Played.fields.id,
  name: Played.fields.name,
  detail: Schema.String.annotate({ description: "The artist of an album or a track; empty for an artist" }),
  plays: Played.fields.plays,
  image: Image,
  url: Url,
  catalogUrl: Played.fields.catalogUrl,
  previewUrl: PreviewUrl,
  sparkline: Schema.optionalKey(Sparkline),
}

const topAnswer = (kind: PlayedKind) =>
  wireForm({
    period: Schema.String,
    data: manyOf(wireForm(top, renamed, hiddenMusic[kind])),
    pagination: Pagination,
  })

/** The most played artists, albums or tracks. */
export const TopAnswer = { artist: topAnswer("artist"), album: topAnswer("album"), track: topAnswer("track") }

/** One play. */
export const PlayAnswer = wireForm(
  {
    id: Schema.String.annotate({ description: "The track and time of the play as first reported" }),
    playedAt: Instant,
    track: wireForm({ ...named, url: Url, previewUrl: PreviewUrl }, {}, hiddenMusic.track),
    artist: NamedArtist,
    album: wireForm(named, {}, hiddenMusic.album),
    image: Image,
  },
  {},
  hiddenAs("listening", "play"),
)

export const Plays = listOf(PlayAnswer)

/** A play as `Plays` takes it, without its image. */
export const shownPlay = (play: ListedPlay, url: string) => ({
  id: play.id,
  playedAt: play.playedAt,
  imageUrl: play.imageUrl,
  track: {
    id: play.trackId,
    name: play.track,
    url,
    previewUrl: play.previewUrl === "" ? undefined : play.previewUrl,
  },
  artist: { id: play.artistId, name: play.artist },
  album: { id: play.albumId, name: play.album },
})

const factFields = {
  url: Url,
  catalogUrl: Played.fields.catalogUrl,
  plays: Played.fields.plays,
  firstPlayedAt: Instant,
  lastPlayedAt: Instant,
}

const fieldsOf = {
  artist: {
    id: Played.fields.id,
    name: Played.fields.name,
    genres: Genres,
    image: Image,
    ...factFields,
  },
  album: {
    id: Played.fields.id,
    name: Played.fields.name,
    artist: NamedArtist,
    year: Year,
    image: Image,
    previewUrl: PreviewUrl,
    ...factFields,
  },
  track: {
    id: Played.fields.id,
    name: Played.fields.name,
    artist: NamedArtist,
    lengthSeconds: Length,
    previewUrl: PreviewUrl,
    ...factFields,
  },
}

const itemForms = {
  artist: wireForm(fieldsOf.artist, renamed, hiddenMusic.artist),
  album: wireForm(fieldsOf.album, renamed, hiddenMusic.album),
  track: wireForm(fieldsOf.track, renamed, hiddenMusic.track),
}

/** The pages of artists, of albums and of tracks. */
export const Items = {
  artist: listOf(itemForms.artist),
  album: listOf(itemForms.album),
  track: listOf(itemForms.track),
}

const detailFields = {
  rank: Schema.Int.annotate({ description: "By plays of all time, from 1" }),
  sparkline: Sparkline,
}

/** One artist, one album, one track. */
export const ItemAnswer = {
  artist: wireForm(
    {
      ...fieldsOf.artist,
      ...detailFields,
      topAlbums: manyOf(itemForms.album),
      topTracks: manyOf(itemForms.track),
    },
    renamed,
    hiddenMusic.artist,
  ),
  album: wireForm(
    { ...fieldsOf.album, ...detailFields, topTracks: manyOf(itemForms.track) },
    renamed,
    hiddenMusic.album,
  ),
  track: wireForm({ ...fieldsOf.track, ...detailFields }, renamed, hiddenMusic.track),
}

const sumFields = {
  plays: ListeningStats.fields.plays,
  artists: ListeningStats.fields.artists,
  albums: ListeningStats.fields.albums,
  tracks: ListeningStats.fields.tracks,
  newArtists: ListeningStats.fields.newArtists.annotate({
    description: "Artists whose first play of all is in the range",
  }),
}

/** The totals of a range. */
export const StatsSums = wireForm(sumFields)

export const StatsAnswer = wireForm({
  ...sumFields,
  playsPerDay: Schema.Finite.annotate({
    description: "Average from the first play in the range to its end or today, with two decimals",
  }),
})

/** The fields of an item that differ from the model's. */
export const shownItem = <Item extends Pick<Played, "artist" | "artistId" | "previewUrl">>(item: Item) => ({
  ...item,
  artist: { id: item.artistId, name: item.artist },
  previewUrl: item.previewUrl === "" ? undefined : item.previewUrl,
})

type Reviewed = Omit<PlayedWithPage, "imageUrl"> & { readonly image?: typeof ItemImage.Type | undefined }

const reviewed = {
  artist: wireAs(itemForms.artist, (item: Reviewed) => itemForms.artist.of(item)),
  album: wireAs(itemForms.album, (item: Reviewed) => itemForms.album.of(shownItem(item))),
  track: wireAs(itemForms.track, (item: Reviewed) => itemForms.track.of(shownItem(item))),
}

/** The own part of a year in review. */
export const Review = wireForm({
  ...sumFields,
  topArtists: manyOf(reviewed.artist),
  topAlbums: manyOf(reviewed.album),
  topTracks: manyOf(reviewed.track),
  discoveries: manyOf(reviewed.artist),
})

/** The second line of a top: an artist has none. */
export const detailOf = (kind: PlayedKind, { artist }: Played): string => (kind === "artist" ? "" : artist)
