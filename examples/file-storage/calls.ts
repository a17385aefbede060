import { Edit, WebUrl } from "@daybook/kernel"
import {
  AlbumId,
  ArtistId,
  FilterId,
  FilterKind,
  FilterMatch,
  MusicFacts,
  PlayedKind,
  TrackId,
} from "@daybook/listening"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

const CatalogArtist = Schema.Struct({ id: Schema.String, name: Schema.String, url: WebUrl })

const CatalogSong = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  url: WebUrl,
  previewUrl: WebUrl,
  artist: CatalogArtist,
  album: Schema.Struct({ name: Schema.String, url: WebUrl }),
})

/** Plays and the cursor that follows them: one line, so that neither is ever there without the other. */
export const StoreScrobbles = Schema.Struct({
  scrobbles: Schema.Array(
    Schema.Struct({
      playedAt: Schema.Int,
      track: Schema.String,
      artist: Schema.String,
      album: Schema.String,
      imageUrl: WebUrl,
    }),
  ),
  cursor: Schema.optionalKey(Schema.Struct({ source: Schema.String, cursor: Schema.String })),
  /** The source that reports them; by default that of the cursor. */
  source: Schema.optionalKey(Schema.String),
})

export const AddFilter = Schema.Struct({
  kind: FilterKind,
  match: FilterMatch,
  value: Schema.String,
  reason: Schema.String,
})

export const RemoveFilter = Schema.Struct({ id: FilterId })

export const StoreArtist = Schema.Struct({
  id: ArtistId,
  triedAt: Schema.Int,
  found: Schema.optionalKey(CatalogArtist),
})

export const StoreTrack = Schema.Struct({
  id: TrackId,
  triedAt: Schema.Int,
  found: Schema.optionalKey(Schema.Struct({ song: CatalogSong, album: Schema.optionalKey(AlbumId) })),
})

export const StoreFacts = Schema.Struct({
  kind: PlayedKind,
  askedAt: Schema.Int,
  facts: Schema.Array(Schema.Struct({ id: Schema.Int, ...MusicFacts.fields })),
})

export const MakeEdit = Schema.Struct(Struct.omit(Edit.fields, ["id", "domain"]))

export const TakeBackEdit = Edit

export const CountDaysIn = Schema.Struct({ zone: Schema.String })

/** A line of the journal: a call that changed something, with all that it takes to make it again. */
export const Line = Schema.Struct({
  /** Tells a writer its own line among those of other processes. */
  id: Schema.String,
  /** The time of the call, in epoch milliseconds. */
  at: Schema.Int,
  call: Schema.String,
  given: Schema.Unknown,
})

export const SplitDouble = Schema.Struct({ id: Schema.String })
