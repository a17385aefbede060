import { namesByHand, playByHand, type PlayedKind, playedSorts } from "@daybook/listening"
import * as Schema from "effect/Schema"
import {
  AnyParameters,
  dateRange,
  editEndpoints,
  Endpoint,
  flag,
  InstantOrEmpty,
  journalEndpoints,
  keyedGroup,
  NotFound,
  paging,
  RecordId,
  sorting,
  text,
  wireForm,
} from "../forRoutes.ts"
import { ItemImage } from "../../wire/itemImage.ts"
import { ItemAnswer, Items, PlayAnswer, Plays, Review, StatsAnswer, TopAnswer } from "./lists/wire.ts"
import { overviewEndpoints } from "./overview/endpoints.ts"
import { periodQuery } from "./wire.ts"

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

const top = { ...periodQuery, ...paging, ...dateRange }

const sparklines = (whose: string) => ({
  include_sparklines: Schema.optionalKey(flag(`Adds each ${whose}'s plays over time`)),
})

const only = { artist_id: Schema.optionalKey(RecordId), album_id: Schema.optionalKey(RecordId) }

const listQuery = {
  q: Schema.optionalKey(text("Part of the item's or artist's name, ignoring case and accents")),
  ...sorting(playedSorts),
  ...paging,
}

const itemsOf = <const Kind extends PlayedKind>(kind: Kind) =>
  Endpoint.get(`${kind}s`, `/v1/listening/${kind}s`, {
    query: listQuery,
    success: Items[kind],
    summary: `All ${kind}s played`,
    description: "With all-time plays. Sorted by plays, name, first or last play.",
  })

const itemOf = <const Kind extends PlayedKind>(kind: Kind, description: string) =>
  Endpoint.get(kind, `/v1/listening/${kind}s/:id`, {
    params: { id: RecordId },
    success: ItemAnswer[kind],
    error: NotFound,
    summary: `One ${kind}`,
    description,
  })

export class ListeningGroup extends keyedGroup(
  "listening",
  "Listening",
  Endpoint.get("topAlbums", "/v1/listening/top/albums", {
    query: { ...top, ...sparklines("album") },
    success: TopAnswer.album,
    summary: "Top albums",
    description: "The most played albums of a period or range, optionally with plays over time.",
  }).annotate(AnyParameters, true),
  Endpoint.get("nowPlaying", "/v1/listening/now-playing", {
    success: NowPlaying,
    summary: "Now playing",
    description: "The track that is playing, or else the last scrobbled one.",
  }).annotate(AnyParameters, true),
  ...journalEndpoints("listening", Review),
  Endpoint.get("topArtists", "/v1/listening/top/artists", {
    query: { ...top, ...sparklines("artist") },
    success: TopAnswer.artist,
    summary: "Top artists",
    description: "The most played artists of a period or range, optionally with plays over time.",
  }),
  Endpoint.get("topTracks", "/v1/listening/top/tracks", {
    query: { ...top, ...only, ...sparklines("track") },
    success: TopAnswer.track,
    summary: "Top tracks",
    description: "The most played tracks of a period or range: overall, of an artist, or from an album.",
  }),
  Endpoint.get("recent", "/v1/listening/recent", {
    query: { ...only, track_id: Schema.optionalKey(RecordId), ...paging, ...dateRange },
    success: Plays,
    summary: "Plays",
    description: "Newest first, optionally of one artist, album or track.",
  }),
  itemsOf("artist"),
  itemsOf("album"),
  itemsOf("track"),
  itemOf("artist", "With its rank, its plays by month, and its most played albums and tracks."),
  itemOf("album", "With its rank, its plays by month, and the tracks most played from it."),
  itemOf("track", "With its rank and its plays by month."),
  Endpoint.get("stats", "/v1/listening/stats", {
    query: dateRange,
    success: StatsAnswer,
    summary: "Listening in numbers",
    description: "All time, or a range.",
  }),
  Endpoint.get("recentAlbums", "/v1/listening/recent/albums", {
    query: { ...paging, ...dateRange },
    success: Items.album,
    summary: "Albums played last",
    description: "All time or in a range, the last played first, with their plays in it.",
  }),
  Endpoint.get("discoveries", "/v1/listening/discoveries", {
    query: { ...paging, ...dateRange },
    success: Items.artist,
    summary: "Discoveries",
    description: "Artists first heard in a range, latest first, with all their plays since.",
  }),
  ...overviewEndpoints,
  ...editEndpoints("Play", "listening", playByHand, PlayAnswer),
  ...editEndpoints("Artist", "listening", namesByHand.artist, ItemAnswer.artist),
  ...editEndpoints("Album", "listening", namesByHand.album, ItemAnswer.album),
  ...editEndpoints("Track", "listening", namesByHand.track, ItemAnswer.track),
) {}
