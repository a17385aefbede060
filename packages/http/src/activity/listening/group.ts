import { Pagination } from "@daybook/kernel"
import { AlbumPlays } from "@daybook/listening"
import * as Schema from "effect/Schema"
import {
  Endpoint,
  InstantOrEmpty,
  dateRange,
  flag,
  journalEndpoints,
  keyedGroup,
  manyOf,
  paging,
  wireForm,
} from "../forRoutes.ts"
import { ItemImage } from "../../wire/itemImage.ts"
import { listeningEditEndpoints } from "./editEndpoints.ts"
import { listEndpoints } from "./lists/endpoints.ts"
import { Review } from "./lists/wire.ts"
import { overviewEndpoints } from "./overview/endpoints.ts"
import { periodQuery, Sparkline } from "./wire.ts"

const TopAlbum = wireForm(
  {
    rank: Schema.Int,
    id: AlbumPlays.fields.id,
    name: AlbumPlays.fields.name,
    artist: AlbumPlays.fields.artist.annotate({ description: "The album's artist" }),
    plays: AlbumPlays.fields.plays,
    image: Schema.optionalKey(ItemImage),
    url: Schema.String,
    catalogUrl: AlbumPlays.fields.catalogUrl,
    previewUrl: Schema.optionalKey(AlbumPlays.fields.previewUrl),
    sparkline: Schema.optionalKey(Sparkline),
  },
  { artist: "detail", plays: "playcount", catalogUrl: "catalog_music_url" },
)

export const TopAlbums = wireForm({
  period: Schema.String,
  data: manyOf(TopAlbum),
  pagination: Pagination,
})

const Named = Schema.Struct({ id: Schema.Int, name: Schema.String })

// No model has artist and album as objects.
const PlayingTrack = Schema.Struct({
  name: Schema.String,
  artist: Named,
  album: Named,
  url: Schema.String,
  catalog_music_url: Schema.String,
  image: Schema.optionalKey(ItemImage),
})

export const NowPlaying = wireForm(
  { isPlaying: Schema.Boolean, track: Schema.optionalKey(PlayingTrack), playedAt: InstantOrEmpty },
  { playedAt: "scrobbled_at" },
)

export class ListeningGroup extends keyedGroup(
  "listening",
  "Listening",
  Endpoint.get("topAlbums", "/v1/listening/top/albums", {
    query: {
      ...periodQuery,
      ...paging,
      ...dateRange,
      include_sparklines: Schema.optionalKey(flag("Adds each album's plays over time")),
    },
    success: TopAlbums,
    summary: "Top albums",
    description: "The most played albums of a period or range, optionally with plays over time.",
  }),
  Endpoint.get("nowPlaying", "/v1/listening/now-playing", {
    success: NowPlaying,
    summary: "Now playing",
    description: "The track that is playing, or else the last scrobbled one.",
  }),
  ...journalEndpoints("listening", Review),
  ...listEndpoints,
  ...overviewEndpoints,
  ...listeningEditEndpoints,
) {}
