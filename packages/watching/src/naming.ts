import { foldName, type WebUrl } from "@daybook/kernel"
import type { ItemRef, MediaIds } from "./mediaServers/mediaEvent.ts"
import { sourcesByTrust } from "./mergeWatches.ts"
import type { TitleDetails, TitleKind, TitleRecord, WatchSource } from "./model.ts"

/** A source's name, year and ids of a film or show. */
export interface Naming {
  readonly kind: TitleKind
  readonly name: string
  readonly year: number
  readonly ids: MediaIds
  /** The ids of one of its episodes, which also identify the show. */
  readonly episodeIds: MediaIds
  readonly namedBy: number
  readonly imageUrl: WebUrl
}

/** The naming in a record. */
export const namingOf = (record: TitleRecord): Naming => {
  if (record.type === "show") {
    const namedBy = sourcesByTrust.indexOf(record.source)
    const { show: name, showIds: ids, showYear: year } = record
    return { kind: "show", name, year, ids, episodeIds: {}, namedBy, imageUrl: "" }
  }
  return namingOfItem(record.source, record.item, record.type === "watched" ? record.imageUrl : "")
}

/** A source's naming of an item's film or show. */
export const namingOfItem = (source: WatchSource, item: ItemRef, imageUrl: WebUrl = ""): Naming => {
  const namedBy = sourcesByTrust.indexOf(source)
  return item.kind === "film"
    ? {
        kind: "film",
        name: item.title,
        year: item.year,
        ids: item.ids,
        episodeIds: {},
        namedBy,
        imageUrl,
      }
    : {
        kind: "show",
        name: item.show,
        year: item.showYear,
        ids: item.showIds,
        episodeIds: item.episodeIds,
        namedBy,
        imageUrl: "",
      }
}

/** The film database's naming of a film or show. */
export const namingByDatabase = (kind: TitleKind, { ids, imageUrl, name, year }: TitleDetails): Naming => ({
  kind,
  name,
  year,
  ids,
  episodeIds: {},
  namedBy: 0,
  imageUrl,
})

/** The ids as keys, TMDB's first. */
export const keysByIds = (
  of: TitleKind | "episode",
  { imdb, series, tmdb, tvdb }: MediaIds,
): ReadonlyArray<string> => [
  ...(tmdb === undefined ? [] : [`${of} tmdb ${tmdb}`]),
  ...(imdb === undefined ? [] : [`${of} imdb ${imdb}`]),
  ...(tvdb === undefined ? [] : [`${of} tvdb ${tvdb}`]),
  ...(series === undefined ? [] : [`${of} series ${series}`]),
]

/** The name as keys: `loose` without the year, `exact` with a known year. */
export const keysByName = ({ kind, name, year }: Pick<Naming, "kind" | "name" | "year">) => {
  const folded = name.trim() === "" ? "" : foldName(name)
  if (folded === "") return { loose: [], exact: [] }
  return {
    loose: [`${kind} named ${folded}`],
    exact: year === 0 ? [] : [`${kind} ${year} ${folded}`],
  }
}

/** Every key with which a naming may find a title. The title is found by all of them from then on. */
export const keysOf = (naming: Naming): ReadonlyArray<string> => {
  const { exact, loose } = keysByName(naming)
  return [
    ...keysByIds(naming.kind, naming.ids),
    ...keysByIds("episode", naming.episodeIds),
    ...exact,
    ...loose,
  ]
}

/** The episode ids among the keys. */
export const episodeIdsIn = (keys: Iterable<string>): ReadonlyArray<MediaIds> =>
  [...keys].flatMap((key): ReadonlyArray<MediaIds> => {
    const [of, kind, id = ""] = key.split(" ")
    if (of !== "episode") return []
    return kind === "imdb" ? [{ imdb: id }] : kind === "tvdb" ? [{ tvdb: Number(id) }] : []
  })

const isFilm = ({ tmdb }: MediaIds) => tmdb !== undefined

/** True for different titles, judged by the first kind of id that both have. A series is never a film. */
export const differ = (one: MediaIds, other: MediaIds): boolean => {
  if (one.series !== undefined && other.series !== undefined) return one.series !== other.series
  if ((one.series !== undefined && isFilm(other)) || (other.series !== undefined && isFilm(one))) return true
  if (one.tmdb !== undefined && other.tmdb !== undefined) return one.tmdb !== other.tmdb
  if (one.imdb !== undefined && other.imdb !== undefined) return one.imdb !== other.imdb
  return one.tvdb !== undefined && other.tvdb !== undefined && one.tvdb !== other.tvdb
}

/** An unknown year fits any year. */
export const yearsFit = (one: number, other: number): boolean => one === other || one === 0 || other === 0

/** Looks for an id of a kind that the others lack. */
export const hasMore = (ids: MediaIds, than: MediaIds): boolean =>
  (ids.tmdb !== undefined && than.tmdb === undefined) ||
  (ids.imdb !== undefined && than.imdb === undefined) ||
  (ids.tvdb !== undefined && than.tvdb === undefined) ||
  (ids.series !== undefined && than.series === undefined)
