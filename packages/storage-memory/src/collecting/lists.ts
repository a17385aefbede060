import { foldName, isEverything, isWithin, type Page, pageIn, type PageRequest } from "@daybook/kernel"
import {
  type AddedItem,
  type CollectingLists,
  filmEntry,
  filmKeys,
  genreKeys,
  type ListedFilm,
  mediaOrder,
  type NamedCount,
  noDetails,
  type OwnedFilm,
  recordEntry,
  recordKeys,
  recordOrder,
  type ReleaseDetails,
  type StoredRecord,
} from "@daybook/collecting"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { inOrder } from "../kernel/inOrder.ts"
import type { Order } from "../kernel/pageInOrder.ts"

/** The records and films that the store holds. */
interface Owned {
  readonly records: () => ReadonlyArray<StoredRecord>
  readonly films: () => ReadonlyArray<ListedFilm>
  readonly detailsOf: (record: StoredRecord) => ReleaseDetails | undefined
  /** The items that ids lead to. */
  readonly recordOf: (id: string) => Effect.Effect<string>
  readonly filmOf: (id: string) => Effect.Effect<string>
}

/** The items that pass, in the order of the keys that each comes with. */
const pageOf = <Item, Keys>(
  all: ReadonlyArray<readonly [Item, Keys]>,
  passes: (keys: Keys) => boolean,
  order: Order<Keys>,
  page: PageRequest,
): Page<Item> => {
  const sorted = all.filter(([, keys]) => passes(keys)).sort(([, one], [, other]) => order(one, other))
  const { items, total } = pageIn(sorted, page)
  return { items: items.map(([item]) => item), total }
}

const passesWhole = (asked: string | undefined, keys: ReadonlyArray<string>): boolean =>
  asked === undefined || keys.includes(foldName(asked))

const passesPart = (asked: string | undefined, text: string): boolean =>
  asked === undefined || text.includes(foldName(asked))

const mostFirst = (one: NamedCount, other: NamedCount): number =>
  other.count - one.count || byCodePoints(one.name, other.name)

const countsOf = (names: ReadonlyArray<string>): ReadonlyArray<NamedCount> =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, { length: count }]) => ({ name, count }))
    .sort(mostFirst)

const filmKey = ({ filmId, movieDbId, source }: OwnedFilm) =>
  JSON.stringify(movieDbId === 0 ? [source, filmId] : movieDbId)

/** The reads over what is owned, in memory. */
export const listsOf = ({ detailsOf, filmOf, films, recordOf, records }: Owned): CollectingLists => ({
  records: (query, page) =>
    Effect.sync(() => {
      const all = records().map((record) => {
        const { genres, labels, styles } = detailsOf(record) ?? noDetails
        const listed = { ...record, genres, styles, labels }
        return [listed, { ...record, ...recordKeys(record), genreKeys: genreKeys(listed) }] as const
      })
      return pageOf(
        all,
        ({ artistKey, formatKey, genreKeys: ofGenres, titleKey }) =>
          passesPart(query.q, `${artistKey} ${titleKey}`) &&
          passesWhole(query.format, [formatKey]) &&
          passesWhole(query.artist, [artistKey]) &&
          passesWhole(query.genre, ofGenres),
        inOrder(recordOrder(query)),
        page,
      )
    }),
  record: (asked) =>
    Effect.map(recordOf(String(asked)), (id) => {
      const record = records().find((one) => String(one.id) === id)
      return Option.map(Option.fromUndefinedOr(record), (one) => ({
        ...one,
        ...(detailsOf(one) ?? noDetails),
      }))
    }),
  media: (query, page) =>
    Effect.sync(() => {
      const all = films().map((film) => [film, { ...film, ...filmKeys(film) }] as const)
      return pageOf(
        all,
        ({ formatKey, titleKey }) => passesPart(query.q, titleKey) && passesWhole(query.format, [formatKey]),
        inOrder(mediaOrder(query)),
        page,
      )
    }),
  film: (asked) =>
    Effect.map(filmOf(asked), (id) => Option.fromUndefinedOr(films().find((one) => one.id === id))),
  shelf: Effect.sync(() =>
    records().map((record) => {
      const { addedAt, artist, format, id, imageUrl, title, year } = record
      const { artistKey, titleKey } = recordKeys(record)
      return { id, title, artist, year, format, imageUrl, addedAt, artistKey, titleKey }
    }),
  ),
  films: Effect.sync(films),
  recent: (range, page) =>
    Effect.sync(() => {
      const all = [
        ...records().flatMap(({ addedAt, ...record }) => {
          if (addedAt === undefined) return []
          const { artist, format, id, imageUrl, title, year } = record
          const item: AddedItem = {
            type: "record",
            id: String(id),
            title,
            artist,
            year,
            format,
            imageUrl,
            addedAt,
          }
          return [[item, recordEntry({ ...record, addedAt })] as const]
        }),
        ...films().flatMap(({ addedAt, ...film }) => {
          if (addedAt === undefined) return []
          const { format, id, title, year } = film
          const item: AddedItem = {
            type: "media",
            id,
            title,
            artist: "",
            year,
            format,
            imageUrl: "",
            addedAt,
          }
          return [[item, filmEntry({ ...film, addedAt })] as const]
        }),
      ]
      const newestFirst: Order<{ readonly at: number; readonly id: string }> = (one, other) =>
        other.at - one.at || byCodePoints(other.id, one.id)
      return pageOf(all, ({ at }) => isWithin(range, at), newestFirst, page)
    }),
  genres: (page) =>
    Effect.sync(() => {
      const details = records().map((record) => detailsOf(record) ?? noDetails)
      const genres = countsOf(details.flatMap((one) => one.genres))
      const styles = countsOf(details.flatMap((one) => one.styles))
      const all = [
        ...genres.map((one) => ({ kind: "genre" as const, ...one })),
        ...styles.map((one) => ({ kind: "style" as const, ...one })),
      ]
      return pageIn(all.sort(mostFirst), page)
    }),
  artists: (page) =>
    Effect.sync(() => {
      const named = records()
        .filter(({ artist }) => artist !== "")
        .sort((one, other) => one.id - other.id)
      const byArtist = Map.groupBy(named, (record) => recordKeys(record).artistKey)
      const counted = [...byArtist.values()].map((all) => ({
        name: all[0]?.artist ?? "",
        count: all.length,
      }))
      return pageIn(counted.sort(mostFirst), page)
    }),
  stats: (range) =>
    Effect.sync(() => {
      const within = ({ addedAt }: { readonly addedAt: number | undefined }) =>
        isEverything(range) || (addedAt !== undefined && isWithin(range, addedAt))
      const owned = records().filter(within)
      const filmed = films().filter(within)
      const times = [...owned, ...filmed].flatMap(({ addedAt }) => addedAt ?? []).sort((a, b) => a - b)
      const decades = Map.groupBy(
        owned.filter(({ year }) => year !== 0),
        ({ year }) => Math.floor(year / 10) * 10,
      )
      const artists = owned.map((record) => recordKeys(record).artistKey).filter((key) => key !== "")
      return {
        records: owned.length,
        artists: new Set(artists).size,
        films: new Set(filmed.map(filmKey)).size,
        firstAddedAt: times.at(0),
        lastAddedAt: times.at(-1),
        formats: countsOf(owned.map(({ format }) => format).filter((format) => format !== "")),
        decades: [...decades]
          .map(([decade, { length: count }]) => ({ decade, count }))
          .sort((one, other) => one.decade - other.decade),
      }
    }),
})
