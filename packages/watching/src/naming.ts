import { foldName } from "@daybook/kernel"
import type { EpisodeRef, FilmRef, MediaIds } from "./mediaEvent.ts"
import { mostTrusted } from "./mergeWatches.ts"
import type { TitleRecord, WatchSource } from "./model.ts"
import type { TitleDetails, TitleKind } from "./ports.ts"

/** How somebody names a film or show. */
export interface Naming {
  readonly kind: TitleKind
  readonly name: string
  readonly year: number
  readonly ids: MediaIds
  /** Ids of one of its episodes, which lead to the show as well. */
  readonly episodeIds: MediaIds
  readonly namedBy: number
  readonly imageUrl: string
}

/** How a record names its film or show. */
export const namingOf = (record: TitleRecord): Naming => {
  if (record.type === "show") {
    const namedBy = mostTrusted.indexOf(record.source)
    const { show: name, showIds: ids, showYear: year } = record
    return { kind: "show", name, year, ids, episodeIds: {}, namedBy, imageUrl: "" }
  }
  return namingOfItem(record.source, record.item, record.type === "watched" ? record.imageUrl : "")
}

/** How a source names the film or show of an item. */
export const namingOfItem = (source: WatchSource, item: FilmRef | EpisodeRef, imageUrl = ""): Naming => {
  const namedBy = mostTrusted.indexOf(source)
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

/** How the film database names a film or show. */
export const namingByDatabase = (kind: TitleKind, { ids, imageUrl, name, year }: TitleDetails): Naming => ({
  kind,
  name,
  year,
  ids,
  episodeIds: {},
  namedBy: 0,
  imageUrl,
})

/** Ids as keys, the film database's own first. */
export const keysByIds = (
  of: TitleKind | "episode",
  { imdb, series, tmdb, tvdb }: MediaIds,
): ReadonlyArray<string> => [
  ...(tmdb === undefined ? [] : [`${of} tmdb ${tmdb}`]),
  ...(imdb === undefined ? [] : [`${of} imdb ${imdb}`]),
  ...(tvdb === undefined ? [] : [`${of} tvdb ${tvdb}`]),
  ...(series === undefined ? [] : [`${of} series ${series}`]),
]

/** The name without its year, and with it where it is known. */
export const keysByName = ({ kind, name, year }: Pick<Naming, "kind" | "name" | "year">) => {
  const folded = name.trim() === "" ? "" : foldName(name)
  if (folded === "") return { loose: [], exact: [] }
  return {
    loose: [`${kind} named ${folded}`],
    exact: year === 0 ? [] : [`${kind} ${year} ${folded}`],
  }
}

/** Every key under which a naming may find a title, and under which the title is found from then on. */
export const keysOf = (naming: Naming): ReadonlyArray<string> => {
  const { exact, loose } = keysByName(naming)
  return [
    ...keysByIds(naming.kind, naming.ids),
    ...keysByIds("episode", naming.episodeIds),
    ...exact,
    ...loose,
  ]
}

/** The ids of an episode in a key, if it is one. */
export const episodeIdsIn = (keys: Iterable<string>): ReadonlyArray<MediaIds> =>
  [...keys].flatMap((key): ReadonlyArray<MediaIds> => {
    const [of, kind, id = ""] = key.split(" ")
    if (of !== "episode") return []
    return kind === "imdb" ? [{ imdb: id }] : kind === "tvdb" ? [{ tvdb: Number(id) }] : []
  })

const isFilm = ({ tmdb }: MediaIds) => tmdb !== undefined

/** Whether ids say that these are two: by the first kind of id that both have. A series is no film. */
export const differ = (one: MediaIds, other: MediaIds): boolean => {
  if (one.series !== undefined && other.series !== undefined) return one.series !== other.series
  if ((one.series !== undefined && isFilm(other)) || (other.series !== undefined && isFilm(one))) return true
  if (one.tmdb !== undefined && other.tmdb !== undefined) return one.tmdb !== other.tmdb
  if (one.imdb !== undefined && other.imdb !== undefined) return one.imdb !== other.imdb
  return one.tvdb !== undefined && other.tvdb !== undefined && one.tvdb !== other.tvdb
}

/** A year that nobody has told may be any. */
export const yearsFit = (one: number, other: number): boolean => one === other || one === 0 || other === 0

/** Whether there is an id of a kind that the others lack. */
export const hasMore = (ids: MediaIds, than: MediaIds): boolean =>
  (ids.tmdb !== undefined && than.tmdb === undefined) ||
  (ids.imdb !== undefined && than.imdb === undefined) ||
  (ids.tvdb !== undefined && than.tvdb === undefined) ||
  (ids.series !== undefined && than.series === undefined)
