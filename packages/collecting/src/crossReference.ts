import { type EpochMillis, type Page, pageIn, type PageRequest, type WebUrl } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type DescribedFilm, describedBy, filmsWatched } from "./describedFilms.ts"
import type { ListedFilm, CatalogRecord } from "./lists.ts"
import { CollectingStore } from "./ports.ts"
import { albumKey, isVarious } from "./sameAlbum.ts"

/** The folded names of an album: any artist's if the artist is undefined. */
export interface AlbumName {
  readonly artistKey: string | undefined
  readonly nameKey: string
}

/** An album with its plays of all time. */
export interface PlayedAlbum {
  readonly id: number
  readonly name: string
  readonly nameKey: string
  readonly artist: string
  readonly artistKey: string
  readonly imageUrl: WebUrl
  readonly plays: number
  readonly lastPlayedAt: EpochMillis
}

/** The albums that the owner plays. A host with listening provides it; without it no album was played. */
export const PlayedAlbums = Context.Reference<{
  /** The names whose data versions cover its data. */
  readonly dataVersions: ReadonlyArray<string>
  /** The albums whose folded names begin with one of these and whose artist is the same, in any order. */
  readonly named: (names: ReadonlyArray<AlbumName>) => Effect.Effect<ReadonlyArray<PlayedAlbum>>
  /** All other albums than these: most plays first, then the latest played, then by id. */
  readonly beside: (ids: ReadonlyArray<number>, page: PageRequest) => Effect.Effect<Page<PlayedAlbum>>
}>("daybook/collecting/PlayedAlbums", {
  defaultValue: () => ({
    dataVersions: [],
    named: () => Effect.succeed([]),
    beside: () => Effect.succeed({ items: [], total: 0 }),
  }),
})

/** A record next to the plays of its album, in any edition. */
export interface RecordWithPlays extends CatalogRecord {
  readonly plays: number
  /** Undefined if it was never played. */
  readonly lastPlayedAt: EpochMillis | undefined
}

/** A film in one format next to its watches. */
export interface FilmWithWatches extends DescribedFilm {
  readonly watchCount: number
  /** Undefined if it was never watched, or no time is known. */
  readonly lastWatchedAt: EpochMillis | undefined
}

/** Owned items next to plays and watches, each list in its order. */
export interface CrossReference {
  /** Most plays first, then the latest played, then by id. */
  readonly played: Page<RecordWithPlays>
  /** The latest added first, an unknown time last, then by id, highest first. */
  readonly neverPlayed: Page<RecordWithPlays>
  /** Albums without a record: most plays first, then the latest played, then by id. */
  readonly notOwned: Page<PlayedAlbum>
  /** Most watches first, then the latest watched, then by id. */
  readonly watched: Page<FilmWithWatches>
  /** The latest added first, an unknown time last, then by id. A film without an id at the movie database is here. */
  readonly neverWatched: Page<FilmWithWatches>
}

const latestOf = (times: ReadonlyArray<EpochMillis | undefined>): EpochMillis | undefined =>
  times.reduce(
    (latest, time) => (time === undefined || (latest ?? -Infinity) > time ? latest : time),
    undefined,
  )

const later = (one: EpochMillis | undefined, other: EpochMillis | undefined): number =>
  one === other ? 0 : (other ?? -Infinity) - (one ?? -Infinity)

const byId = <Id extends number | string>(one: { readonly id: Id }, other: { readonly id: Id }): number =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0

/** The names of the record's album. An album of various artists is found only by its title. */
const nameOf = ({ artistKey, title, titleKey }: CatalogRecord): AlbumName => ({
  artistKey: isVarious(artistKey) ? undefined : artistKey,
  nameKey: albumKey(title, titleKey),
})

// No stored text holds a NUL.
const keyOf = ({ artistKey, nameKey }: AlbumName): string =>
  artistKey === undefined ? nameKey : `${artistKey}\0${nameKey}`

/** Records next to the plays of their albums, and those albums' ids. */
const besidePlays = Effect.fnUntraced(function* (records: ReadonlyArray<CatalogRecord>) {
  const shelf = records.map((record) => {
    const name = nameOf(record)
    return { record, name, key: keyOf(name) }
  })
  // A record without a name has no album.
  const names = new Map(
    shelf.flatMap(({ key, name }) => (name.artistKey === "" || name.nameKey === "" ? [] : [[key, name]])),
  )
  const editions = new Map<string, Array<PlayedAlbum>>()
  for (const album of yield* (yield* PlayedAlbums).named([...names.values()])) {
    const nameKey = albumKey(album.name, album.nameKey)
    for (const artistKey of [album.artistKey, undefined]) {
      const key = keyOf({ artistKey, nameKey })
      const known = names.has(key) ? editions.get(key) : []
      if (known === undefined) editions.set(key, [album])
      else known.push(album)
    }
  }
  const owned = new Set<number>()
  const items = shelf.map(({ key, record }) => {
    const own = editions.get(key) ?? []
    for (const { id } of own) owned.add(id)
    return {
      record,
      plays: own.reduce((sum, { plays }) => sum + plays, 0),
      lastPlayedAt: latestOf(own.map(({ lastPlayedAt }) => lastPlayedAt)),
    }
  })
  return { items, owned: [...owned].sort((one, other) => one - other) }
})

/** Films next to their watches, whatever the format. */
const besideWatches = Effect.fnUntraced(function* (films: ReadonlyArray<ListedFilm>) {
  const watchedOf = yield* filmsWatched(films)
  return films.map((film): FilmWithWatches => {
    const own = watchedOf(film)
    return {
      ...describedBy(film, own),
      watchCount: own.reduce((sum, { watchCount }) => sum + watchCount, 0),
      lastWatchedAt: latestOf(own.map(({ lastWatchedAt }) => lastWatchedAt)),
    }
  })
})

/** Owned records next to plays and owned films next to watches, a page of each list. */
export const crossReference = Effect.fn("Collecting.crossReference")(function* (page: PageRequest) {
  const { lists } = yield* CollectingStore
  const { items: records, owned } = yield* besidePlays(yield* lists.shelf)
  const films = yield* besideWatches(yield* lists.films)
  const pageOf = (sorted: typeof records): Page<RecordWithPlays> => {
    const { items, total } = pageIn(sorted, page)
    return { items: items.map(({ record, ...sums }) => ({ ...record, ...sums })), total }
  }
  const found: CrossReference = {
    played: pageOf(
      records
        .filter(({ plays }) => plays > 0)
        .sort(
          (one, other) =>
            other.plays - one.plays ||
            later(one.lastPlayedAt, other.lastPlayedAt) ||
            byId(one.record, other.record),
        ),
    ),
    neverPlayed: pageOf(
      records
        .filter(({ plays }) => plays === 0)
        .sort(({ record: one }, { record: other }) => later(one.addedAt, other.addedAt) || byId(other, one)),
    ),
    notOwned: yield* (yield* PlayedAlbums).beside(owned, page),
    watched: pageIn(
      films
        .filter(({ watchCount }) => watchCount > 0)
        .sort(
          (one, other) =>
            other.watchCount - one.watchCount ||
            later(one.lastWatchedAt, other.lastWatchedAt) ||
            byId(one, other),
        ),
      page,
    ),
    neverWatched: pageIn(
      films
        .filter(({ watchCount }) => watchCount === 0)
        .sort((one, other) => later(one.addedAt, other.addedAt) || byId(one, other)),
      page,
    ),
  }
  return found
})
