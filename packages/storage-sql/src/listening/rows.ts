import {
  SessionPlay,
  ArtistId,
  ArtistToEnrich,
  EditedPlay,
  FilterRule,
  ItemToDescribe,
  KeyedAlbum,
  ListedPlay,
  ListeningStats,
  ListeningFilter,
  MusicFacts,
  Played,
  PlayedKind,
  RankedItem,
  StoredListen,
  StoredPlay,
  TrackToEnrich,
} from "@daybook/listening"
import { EpochMillis, WebUrl } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { rowsOf, described, valuesOf } from "../table.ts"

export const filters = described("listening_filters", ListeningFilter, { id: { generated: true } })

/** The rules of filters, without notes. */
export const readRules = rowsOf(Schema.Struct(Struct.omit(FilterRule.fields, ["reason"])))

/** A `play` with its names, of which the album's or the track's may not be stored. */
const play = {
  track: "coalesce(tracks.name, '')",
  artist: "artists.name",
  artistId: "artists.id",
  album: "coalesce(albums.name, '')",
  albumId: "coalesce(albums.id, 0)",
  imageUrl: "coalesce(albums.image_url, '')",
  catalogUrl: "coalesce(tracks.catalog_url, '')",
  playedAt: "play.played_at",
}

export const readPlays = rowsOf(StoredPlay, play)

export const readArtistsToEnrich = rowsOf(ArtistToEnrich)

const Track = TrackToEnrich.mapFields(Struct.omit(["albums"]))
export const readTracksToEnrich = rowsOf(Track, { artist: "artists.name" }, "tracks")

export const readItemsToDescribe = rowsOf(ItemToDescribe)

/** Responses of music services about played items. */
export const musicFacts = described(
  "music_facts",
  Schema.Struct({ kind: PlayedKind, id: Schema.Int, askedAt: EpochMillis, ...MusicFacts.fields }),
)

/** A listen that a source names, as it is stored. */
export const readFound = rowsOf(StoredListen, play)

export const readPlaysInSittings = rowsOf(SessionPlay)

/** The names of sessions: an album, or a track without one; the other id is 0. */
export const readSittingNames = rowsOf(
  Schema.Struct({
    albumId: Schema.Int,
    trackId: Schema.Int,
    ...Struct.pick(StoredListen.fields, ["album", "artist", "track", "imageUrl"]),
  }),
)

/** Plays of lists; `editedId` is the id of a play that is shown elsewhere than it was reported. */
export const readListedPlays = rowsOf(
  Schema.Struct({ ...Struct.omit(ListedPlay.fields, ["id"]), editedId: Schema.UndefinedOr(Schema.String) }),
  {
    ...play,
    trackId: "play.track_id",
    editedId:
      "(select id from edited_plays where shown_at = play.played_at and shown_track_id = play.track_id)",
  },
  "tracks",
)

/** The places of plays, by the ids that were requested. */
export const readWantedPlays = rowsOf(
  Schema.Struct({ id: Schema.String, playedAt: EpochMillis, trackId: ListedPlay.fields.trackId }),
)

export const readPlayed = rowsOf(Played)

export const readRankedItems = rowsOf(RankedItem)

const ofArtist = { artist: "artist.name", artistKey: "artist.name_key" }
const ofTotal = { plays: "total.plays", lastPlayedAt: "total.last_played_at" }

/** Each an `album` with its `artist` and its `total`. */
export const readKeyedAlbums = rowsOf(KeyedAlbum, { ...ofArtist, ...ofTotal }, "album")

export const readRanked = rowsOf(Schema.Struct({ ...Played.fields, rank: Schema.Int }))

/** The number of all items, which each row of a page reports; there is no id past the end. */
export const readPlayedTotals = rowsOf(
  Schema.Struct({ id: Schema.UndefinedOr(Schema.Int), total: Schema.Int }),
)

export const readTimes = valuesOf(EpochMillis)

export const readSeconds = valuesOf(Schema.Finite)

export const readStats = rowsOf(ListeningStats)

export const readArtistIds = valuesOf(ArtistId)

export const readIds = valuesOf(Schema.Int)

/** Plays as they were reported, by ids; album 0 means none. */
export const readToldPlays = rowsOf(
  Schema.Struct({
    id: Schema.String,
    playedAt: EpochMillis,
    trackId: Schema.Int,
    albumId: Schema.Int,
    sources: Schema.Int,
    isEdited: Schema.Boolean,
  }),
)

/** The names that a track is reported by. */
export const readTrackNames = rowsOf(
  Schema.Struct({ id: Schema.Int, artist: Schema.String, track: Schema.String }),
)

/** The names that albums are reported by. */
export const readAlbumNames = rowsOf(Schema.Struct({ id: Schema.Int, name: Schema.String }))

export const hiddenTellings = described(
  "hidden_tellings",
  Schema.Struct({
    playedAt: EpochMillis,
    artist: Schema.String,
    track: Schema.String,
    album: Schema.String,
    sources: Schema.Int,
    behindAt: EpochMillis,
    behindArtist: Schema.String,
    behindTrack: Schema.String,
  }),
)

export const splitTellings = described(
  "split_tellings",
  Schema.Struct({ split: Schema.Int, playedAt: EpochMillis, artist: Schema.String, track: Schema.String }),
)

/** Reports that others are behind. */
export const readCanonical = rowsOf(
  Schema.Struct({ playedAt: EpochMillis, artist: Schema.String, track: Schema.String }),
)

export const readEditedPlays = rowsOf(EditedPlay)

export const readPlayIds = valuesOf(EditedPlay.fields.id)

/** Plays under their visible names. */
export const readShownPlays = rowsOf(
  Schema.Struct(Struct.pick(EditedPlay.fields, ["id", "artist", "track", "playedAt"])),
)

/** Edited plays as they were reported so far; album 0 means none. */
export const readPlacedTellings = rowsOf(
  Schema.Struct({
    id: Schema.String,
    trackId: Schema.Int,
    albumId: Schema.Int,
    album: Schema.String,
    sources: Schema.Int,
  }),
)

/** The reported tracks of edited plays; 0 if only the edits have its words. */
export const readTellingTracks = rowsOf(Schema.Struct({ id: Schema.String, trackId: Schema.Int }))

/** Tracks that count as one with others, whose ids are `spelled`. */
export const readSpellings = rowsOf(
  Schema.Struct({ spelled: Schema.Int, id: Schema.Int, artist: Schema.String, track: Schema.String }),
)

/** New names next to others of their artists that may be spellings of them. */
export const readBeside = rowsOf(
  Schema.Struct({ artistId: Schema.Int, name: Schema.String, other: Schema.String }),
)

/** The items of edits. */
export const readEditedIds = rowsOf(Schema.Struct({ type: Schema.String, itemId: Schema.String }))

/** Names as they are reported, with the ones that they count as. */
export const readSpelled = rowsOf(Schema.Struct({ id: Schema.Int, lead: Schema.Int, name: Schema.String }))

/** The plays reported by a stored name. */
export const readToldCounts = rowsOf(Schema.Struct({ id: Schema.Int, plays: Schema.Int }))

/** The versions of the data with which plays came. */
export const readVersions = rowsOf(Schema.Struct({ id: Schema.String, cameWith: Schema.Int }))

/** The facts that edits set, and those that fill unknown ones. */
export const editedFacts = described(
  "edited_facts",
  Schema.Struct({ kind: PlayedKind, id: Schema.Int, ...MusicFacts.fields, byHand: Schema.Boolean }),
)

/** Names that were played, with their artists. */
export const readFoundNames = rowsOf(Schema.Struct({ id: Schema.Int, artistId: Schema.Int }))

/** Names as they are reported and as they are shown, with their artists. */
export const readNamed = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    artistId: Schema.Int,
    name: Schema.String,
    shownName: Schema.String,
    nameKey: Schema.UndefinedOr(Schema.String),
  }),
)

/** A name as it is reported and as it is shown. */
export const StoredName = Schema.Struct({
  kind: PlayedKind,
  id: Schema.Int,
  artistId: Schema.Int,
  name: Schema.String,
  imageUrl: WebUrl,
  plays: Schema.Int,
  ...MusicFacts.fields,
  hidden: Schema.Boolean,
  isRemoved: Schema.Boolean,
  leadsTo: Schema.UndefinedOr(Schema.Int),
  shownName: Schema.String,
  shownArtistId: Schema.Int,
})

export type StoredName = typeof StoredName.Type
