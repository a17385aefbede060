import type { SourceError } from "@daybook/kernel"
import type { EpisodeRef, FilmRef, ItemRef, WatchRecord, WatchSourceService } from "@daybook/watching"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { idsOfDetail } from "../mediaServer/plex.ts"
import { EpisodeNumber, textOf, Title, yearOf } from "../mediaServer/values.ts"
import { decodeRows, idIn } from "../rows.ts"
import { type Client, makeClient } from "./client.ts"
import type { Config } from "./settings.ts"
import { type Detail, detailsOf, historyOf, itemKeyOf, setUntypedAside, typeOf } from "./history.ts"
import { Seconds } from "../text.ts"

const viewed = {
  viewedAt: Seconds,
  historyKey: Schema.optionalKey(Schema.Unknown),
  ratingKey: Schema.optionalKey(Schema.Unknown),
}

const FilmRow = Schema.Struct({
  ...viewed,
  title: Title,
  originallyAvailableAt: Schema.optionalKey(Schema.Unknown),
})

const EpisodeRow = Schema.Struct({
  ...viewed,
  title: Schema.optionalKey(Schema.Unknown),
  grandparentTitle: Title,
  grandparentKey: Schema.optionalKey(Schema.Unknown),
  parentIndex: EpisodeNumber,
  index: EpisodeNumber,
})

type Row = typeof FilmRow.Type | typeof EpisodeRow.Type

const filmOf = (row: typeof FilmRow.Type, detail: Detail | undefined): FilmRef => ({
  kind: "film",
  title: row.title,
  year: yearOf(detail?.year) || yearOf(detail?.originallyAvailableAt) || yearOf(row.originallyAvailableAt),
  ids: idsOfDetail(detail).own,
})

const episodeOf = (
  row: typeof EpisodeRow.Type,
  detail: Detail | undefined,
  show: Detail | undefined,
): EpisodeRef => ({
  kind: "episode",
  show: row.grandparentTitle,
  showYear: yearOf(show?.year),
  // An old agent's id of an episode is its show's.
  showIds: { ...idsOfDetail(detail).agents, ...idsOfDetail(show).own },
  season: row.parentIndex,
  episode: row.index,
  title: textOf(row.title),
  episodeIds: idsOfDetail(detail).listed,
})

const watchOf = (row: Row, item: ItemRef): WatchRecord => ({
  type: "watched",
  source: "plex",
  // Another server counts its history from 1 as well.
  ref: `history ${row.viewedAt} ${textOf(row.historyKey)}`,
  item,
  at: row.viewedAt * 1000,
  precision: "moment",
  rating: 0,
  review: "",
  imageUrl: "",
})

/** The films and episodes among rows of a history. */
const watchesIn = Effect.fnUntraced(function* (
  client: Client,
  rows: ReadonlyArray<unknown>,
): Effect.fn.Return<ReadonlyArray<WatchRecord>, SourceError> {
  const options = { idOf: idIn("historyKey") }
  const of = (type: string) => rows.filter((row) => typeOf(row) === type)
  const films = (yield* decodeRows("plex", FilmRow, of("movie"), options)).good
  const episodes = (yield* decodeRows("plex", EpisodeRow, of("episode"), options)).good
  yield* setUntypedAside(rows)
  const keys = [...films, ...episodes]
    .flatMap((row) => ["ratingKey" in row && row.ratingKey, "grandparentKey" in row && row.grandparentKey])
    .flatMap((key) => itemKeyOf(key) ?? [])
  const details = yield* detailsOf(client, keys)
  const detail = (key: unknown) => details.get(itemKeyOf(key) ?? "")
  return [
    ...films.map((row) => watchOf(row, filmOf(row, detail(row.ratingKey)))),
    ...episodes.map((row) => watchOf(row, episodeOf(row, detail(row.ratingKey), detail(row.grandparentKey)))),
  ]
})

/** Films and episodes that an account of a Plex Media Server has watched, from the server's history. */
export const makeWatches = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<WatchSourceService, never, HttpClient> {
  const client = yield* makeClient(config)
  return {
    name: "plex",
    records: (cursor) =>
      Stream.mapEffect(historyOf(client, config.url.host, cursor), ({ cursor: next, rows }) =>
        Effect.map(watchesIn(client, rows), (items) => ({ items, cursor: next })),
      ),
    readAgain: (rows) => watchesIn(client, rows),
  }
})
