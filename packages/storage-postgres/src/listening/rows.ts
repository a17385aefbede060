import {
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
  PlayedBucket,
  PlayedKind,
  SessionPlay,
  StoredListen,
  StoredPlay,
  TrackToEnrich,
} from "@daybook/listening"
import { EpochMillis, LocalDate, WebUrl } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { json } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export const filters = tableOf("listening_filters", ListeningFilter, { id: { generated: true } })

/** The rules of filters, without notes. */
export const readRules = rowsOf(Schema.Struct(Struct.omit(FilterRule.fields, ["reason"])))

export const readPlays = rowsOf(StoredPlay)
export const readArtistsToEnrich = rowsOf(ArtistToEnrich)
export const readTracksToEnrich = rowsOf(TrackToEnrich, { albums: { type: json } })

export const readItemsToDescribe = rowsOf(ItemToDescribe)

/** Responses of music services about played items. */
export const musicFacts = tableOf(
  "music_facts",
  Schema.Struct({ kind: PlayedKind, id: Schema.Int, askedAt: EpochMillis, ...MusicFacts.fields }),
)

/** A listen that a source names, as it is stored. */
export const readFound = rowsOf(StoredListen)

/** Plays, each with the position of the range that it was requested by. */
export const readPlaysInSittings = rowsOf(Schema.Struct({ ...SessionPlay.fields, range: Schema.Int }))

export const readSittingNames = rowsOf(
  Schema.Struct(Struct.pick(StoredListen.fields, ["album", "artist", "track", "imageUrl"])),
)

/** Plays of lists; `editedId` is the id of one that is shown elsewhere than it was reported. */
export const readListedPlays = rowsOf(
  Schema.Struct({ ...Struct.omit(ListedPlay.fields, ["id"]), editedId: Schema.UndefinedOr(Schema.String) }),
)

/** The places of plays, by the ids that they were requested. */
export const readWantedPlays = rowsOf(
  Schema.Struct({ id: Schema.String, playedAt: EpochMillis, trackId: ListedPlay.fields.trackId }),
)

export const readPlayed = rowsOf(Played)

export const readKeyedAlbums = rowsOf(KeyedAlbum)

export const readRanked = rowsOf(Schema.Struct({ ...Played.fields, rank: Schema.Int }))

/** The number of all items, which each row of a page reports; there is no id past the end. */
export const readPlayedTotals = rowsOf(
  Schema.Struct({ id: Schema.UndefinedOr(Schema.Int), total: Schema.Int }),
)

/** Plays by the position of their bucket. */
export const readPlayedBuckets = rowsOf(
  Schema.Struct({ ...Struct.omit(PlayedBucket.fields, ["start"]), bucket: Schema.Int }),
)

/** The plays of items by month, in no order. */
export const readMonths = rowsOf(PlayedBucket)

export const readDays = valuesOf(LocalDate)

export const readTimes = valuesOf(EpochMillis)

export const readStats = rowsOf(ListeningStats)

export const readCounts = valuesOf(Schema.Int)

/** The highest number of a column. */
export const readMaxima = valuesOf(Schema.Int)

export const readNamesToKey = rowsOf(Schema.Struct({ id: Schema.Int, name: Schema.String }))

export const readCountedTimes = rowsOf(Schema.Struct({ at: EpochMillis, count: Schema.Int }))

export const readArtistIds = valuesOf(ArtistId)

const Name = Schema.Struct({ id: Schema.Int, name: Schema.String, hidden: Schema.Boolean })

/** The names of artists. */
export const readNames = rowsOf(Name)

/** Stored names, each with its position among those asked for, from 1. */
export const readKnownNames = rowsOf(
  Schema.Struct({ position: Schema.Int, id: Schema.Int, hidden: Schema.Boolean }),
)

export const readIds = valuesOf(Schema.Int)

/** Stored plays, each with its position in the request, from 1; album 0 is none. */
export const readStoredPlays = rowsOf(
  Schema.Struct({ position: Schema.Int, albumId: Schema.Int, sources: Schema.Int }),
)

/** Plays as they were reported, by ids; album 0 is none. */
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

export const hiddenTellings = tableOf(
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

export const splitTellings = tableOf(
  "split_tellings",
  Schema.Struct({ split: Schema.Int, playedAt: EpochMillis, artist: Schema.String, track: Schema.String }),
)

/** Reports that others are behind. */
export const readCanonical = rowsOf(
  Schema.Struct({ playedAt: EpochMillis, artist: Schema.String, track: Schema.String }),
)

/** Tracks, each with its position among the names asked for, from 1. */
export const readFoundTracks = rowsOf(Schema.Struct({ position: Schema.Int, id: Schema.Int }))

/** The first and the last play of an hour that changed, with the tracks of all. */
const ChangedHour = Schema.Struct({
  first: EpochMillis,
  last: EpochMillis,
  tracks: Schema.Array(Schema.Int),
})
export type ChangedHour = typeof ChangedHour.Type

export const readHours = rowsOf(ChangedHour)

export const readEditedPlays = rowsOf(EditedPlay)

export const readPlayIds = valuesOf(EditedPlay.fields.id)

/** Plays under their visible names. */
export const readShownPlays = rowsOf(
  Schema.Struct(Struct.pick(EditedPlay.fields, ["id", "artist", "track", "playedAt"])),
)

/** Edited plays as they were reported so far; album 0 is none. */
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

/** The ids of edited plays, each with its position among those asked for, from 1. */
export const readPlacedIds = rowsOf(Schema.Struct({ position: Schema.Int, id: Schema.String }))

/** Tracks that count as one with others, whose ids are `spelled`. */
export const readSpellings = rowsOf(
  Schema.Struct({ spelled: Schema.Int, id: Schema.Int, artist: Schema.String, track: Schema.String }),
)

/** The positions of some of the plays that were requested, from 1. */
export const readPositions = valuesOf(Schema.Int)

/** New names next to others of their artists that may be spellings of them. */
export const readBeside = rowsOf(
  Schema.Struct({ artistId: Schema.Int, name: Schema.String, other: Schema.String }),
)

/** Names as they are reported, with the ones that they count as. */
export const readSpelled = rowsOf(Schema.Struct({ id: Schema.Int, lead: Schema.Int, name: Schema.String }))

/** Names as they are sent and as they are shown, with their artists. */
export const readNamed = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    artistId: Schema.Int,
    name: Schema.String,
    shownName: Schema.String,
    nameKey: Schema.UndefinedOr(Schema.String),
  }),
)

/** The plays reported by a stored name. */
export const readToldCounts = rowsOf(Schema.Struct({ id: Schema.Int, plays: Schema.Int }))

/** The versions of the data with which plays came. */
export const readVersions = rowsOf(Schema.Struct({ id: Schema.String, cameWith: Schema.Int }))

/** A name as it is sent and as it is shown. */
const StoredName = Schema.Struct({
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
  isTouched: Schema.Boolean,
})
export type StoredName = typeof StoredName.Type

export const readStoredNames = rowsOf(StoredName)

/** The facts that edits set, and those that fill unknown ones. */
export const editedFacts = tableOf(
  "edited_facts",
  Schema.Struct({ kind: PlayedKind, id: Schema.Int, ...MusicFacts.fields, byHand: Schema.Boolean }),
)

/** Names that edits touch, with the ones that they count as. */
export const readNameAliases = rowsOf(
  Schema.Struct({
    id: Schema.Int,
    leadsTo: Schema.UndefinedOr(Schema.Int),
    shownId: Schema.Int,
    hidden: Schema.Boolean,
  }),
)

/** Names that were played, with their artists. */
export const readFoundNames = rowsOf(Schema.Struct({ id: Schema.Int, artistId: Schema.Int }))
