import { type EpochMillis, isKnown, overKnown } from "@daybook/kernel"
import type { MediaIds } from "./mediaEvent.ts"
import { TitleId, type TitleShown } from "./model.ts"
import {
  differ,
  episodeIdsIn,
  hasMore,
  keysByIds,
  keysByName,
  keysOf,
  type Naming,
  namingByDatabase,
  yearsFit,
} from "./naming.ts"
import type { TitleDetails, TitleKind, TitleToDescribe } from "./ports.ts"

/** A film or a show, as a store keeps it. */
export interface Title {
  readonly id: number
  readonly kind: TitleKind
  readonly name: string
  /** 0 where it is not known. */
  readonly year: number
  /** Who named it: a place among those that are trusted. */
  readonly namedBy: number
  readonly ids: MediaIds
  /** "" where there is none. */
  readonly imageUrl: string
  readonly totalEpisodes: number
  /** Whether more episodes may come. */
  readonly running: boolean
  /** The film database has described it: what sources say of it matters no more. */
  readonly described: boolean
  /** When the film database was last asked; undefined where it was not, or not since more became known to ask by. */
  readonly checkedAt: EpochMillis | undefined
}

type Named = Pick<Title, "described" | "name" | "namedBy" | "year">

/** The better naming of one title: the film database's, then one with a year, then that of whom we trust more. */
const betterNamed = (one: Named, other: Named): Named => {
  const difference =
    Number(other.described) - Number(one.described) ||
    Number(one.name === "") - Number(other.name === "") ||
    Number(one.year === 0) - Number(other.year === 0) ||
    one.namedBy - other.namedBy ||
    (one.name < other.name ? -1 : Number(one.name > other.name)) ||
    one.year - other.year
  const [better, lesser] = difference <= 0 ? [one, other] : [other, one]
  return isKnown(better.year) ? better : { ...better, year: lesser.year }
}

const countAndImage = ({ imageUrl, totalEpisodes }: Title) => ({ imageUrl, totalEpisodes })

interface Kept {
  title: Title
  readonly keys: Set<string>
}

/**
 * Films and shows, found by what anybody calls them: by an id of theirs, else by an id of an episode, else by name
 * and year. Two that turn out to be one become the one that was there first. A store that is no memory puts in what
 * the keys at hand lead to, and writes down what has changed.
 */
export class Titles {
  readonly #byKey = new Map<string, Set<Kept>>()
  readonly #byId = new Map<number, Kept>()
  readonly #absorbed = new Map<number, number>()
  readonly #absorbedNow = new Set<number>()
  readonly #changed = new Set<Kept>()
  readonly #nextId: () => number

  /** Titles that are new get their numbers from `nextId`, which rise. */
  constructor(nextId: () => number) {
    this.#nextId = nextId
  }

  /** Puts in a title as it is stored. */
  put(title: Title, keys: Iterable<string>): void {
    const kept = { title, keys: new Set<string>() }
    this.#byId.set(title.id, kept)
    this.#register(kept, keys)
  }

  /** The title of this number, or the one that it has become a part of. */
  get(id: number): Title | undefined {
    return this.#kept(id)?.title
  }

  /** All titles, without those that became parts of others. */
  get all(): ReadonlyArray<Title> {
    return [...this.#byId.values()].map(({ title }) => title)
  }

  /** The number of the title that is called so; one that is not there is made. */
  resolve(naming: Naming): number {
    const home = this.#find(naming) ?? this.#make(naming)
    this.#learn(home, naming)
    return this.#join(home, naming).title.id
  }

  /** Notes how many episodes a source knows of a show. */
  count(id: number, totalEpisodes: number): void {
    const kept = this.#kept(id)
    if (kept === undefined || (kept.title.described && isKnown(kept.title.totalEpisodes))) return
    this.#change(kept, overKnown({ totalEpisodes: kept.title.totalEpisodes }, { totalEpisodes }))
  }

  /** Notes what the film database says of a title; undefined where it does not know it. */
  describe(id: number, checkedAt: EpochMillis, details: TitleDetails | undefined): void {
    const kept = this.#kept(id)
    if (kept === undefined) return
    this.#change(kept, { checkedAt })
    if (details === undefined) return
    const { imageUrl, name, totalEpisodes, year } = kept.title
    const told = overKnown(
      { imageUrl, name, totalEpisodes, year },
      {
        imageUrl: details.imageUrl,
        name: details.name,
        totalEpisodes: details.totalEpisodes,
        year: details.year,
      },
    )
    this.#change(kept, { ...told, running: details.running, described: true, namedBy: 0 })
    const naming = namingByDatabase(kept.title.kind, details)
    this.#learn(kept, naming)
    this.#join(kept, naming)
  }

  /** What has changed since the last call: titles with all their keys, and by number what has become part of what. */
  takeChanges() {
    const changed = [...this.#changed].map(({ keys, title }) => ({ title, keys: [...keys] }))
    const absorbed = [...this.#absorbedNow].map((id) => [id, this.#kept(id)?.title.id ?? id] as const)
    this.#changed.clear()
    this.#absorbedNow.clear()
    return { changed, absorbed }
  }

  /** Titles that the film database was never asked for, then what was last asked for before the moment. */
  toDescribe(checkedBefore: EpochMillis, limit: number): ReadonlyArray<TitleToDescribe> {
    return [...this.#byId.values()]
      .filter(({ title }) => isDue(title, checkedBefore))
      .sort(
        (one, other) =>
          Number(one.title.checkedAt !== undefined) - Number(other.title.checkedAt !== undefined) ||
          one.title.id - other.title.id,
      )
      .slice(0, limit)
      .map(({ keys, title }) => toDescribe(title, keys))
  }

  #kept(id: number): Kept | undefined {
    const into = this.#absorbed.get(id)
    return into === undefined ? this.#byId.get(id) : this.#kept(into)
  }

  #register(kept: Kept, keys: Iterable<string>): void {
    for (const key of keys) {
      if (kept.keys.has(key)) continue
      kept.keys.add(key)
      const known = this.#byKey.get(key)
      if (known === undefined) this.#byKey.set(key, new Set([kept]))
      else known.add(kept)
    }
  }

  #change(kept: Kept, more: Partial<Title>): void {
    const before = kept.title
    kept.title = { ...before, ...more }
    if (JSON.stringify(before) !== JSON.stringify(kept.title)) this.#changed.add(kept)
  }

  /** Those under any of the keys, in their order, oldest first under each. */
  #under(keys: ReadonlyArray<string>): ReadonlyArray<Kept> {
    const found = keys.flatMap((key) =>
      [...(this.#byKey.get(key) ?? [])].sort((one, other) => one.title.id - other.title.id),
    )
    return [...new Set(found)]
  }

  /** By ids, then by name and a year that fits. */
  #candidates(naming: Naming, year: number): ReadonlyArray<Kept> {
    const { exact, loose } = keysByName(naming)
    const byId = this.#under([
      ...keysByIds(naming.kind, naming.ids),
      ...keysByIds("episode", naming.episodeIds),
    ])
    const byName = this.#under(loose).filter(({ title }) => yearsFit(title.year, year))
    return [...new Set([...byId, ...this.#under(exact), ...byName])]
  }

  #find(naming: Naming): Kept | undefined {
    return this.#candidates(naming, naming.year).find(({ title }) => !differ(title.ids, naming.ids))
  }

  #make(naming: Naming): Kept {
    const { ids, imageUrl, kind, name, namedBy, year } = naming
    const title: Title = {
      id: this.#nextId(),
      kind,
      name,
      year,
      namedBy,
      ids,
      imageUrl,
      totalEpisodes: 0,
      running: kind === "show",
      described: false,
      checkedAt: undefined,
    }
    const kept = { title, keys: new Set<string>() }
    this.#byId.set(title.id, kept)
    this.#changed.add(kept)
    return kept
  }

  /** Takes over of a naming what is not known yet. */
  #learn(kept: Kept, naming: Naming): void {
    const { title } = kept
    const { name, namedBy, year } = betterNamed(title, { ...naming, described: false })
    const more = hasMore(naming.ids, title.ids)
    this.#change(kept, {
      name,
      namedBy,
      year,
      ids: more ? { ...naming.ids, ...title.ids } : title.ids,
      imageUrl: title.imageUrl === "" ? naming.imageUrl : title.imageUrl,
      checkedAt: more && !title.described ? undefined : title.checkedAt,
    })
    const keys = keysOf(naming)
    if (keys.some((key) => !kept.keys.has(key))) this.#changed.add(kept)
    this.#register(kept, keys)
  }

  /** Joins a title with all others that the naming leads to. */
  #join(kept: Kept, naming: Naming): Kept {
    let home = kept
    for (const other of this.#candidates(naming, kept.title.year)) {
      if (other !== home && !differ(home.title.ids, other.title.ids)) home = this.#absorb(home, other)
    }
    return home
  }

  #absorb(one: Kept, other: Kept): Kept {
    const [home, gone] = one.title.id < other.title.id ? [one, other] : [other, one]
    this.#byId.delete(gone.title.id)
    this.#changed.delete(gone)
    this.#absorbed.set(gone.title.id, home.title.id)
    this.#absorbedNow.add(gone.title.id)
    for (const key of gone.keys) this.#byKey.get(key)?.delete(gone)
    this.#register(home, gone.keys)
    this.#changed.add(home)
    const [first, second] = gone.title.described ? [gone.title, home.title] : [home.title, gone.title]
    const { name, namedBy, year } = betterNamed(first, second)
    home.title = {
      ...first,
      id: home.title.id,
      name,
      namedBy,
      year,
      ids: { ...second.ids, ...first.ids },
      ...overKnown(countAndImage(second), countAndImage(first)),
      checkedAt: first.described ? first.checkedAt : undefined,
    }
    return home
  }
}

/** Whether the film database is to be asked: never yet, or again for what it did not know and for running shows. */
const isDue = ({ checkedAt, described, running }: Title, checkedBefore: EpochMillis): boolean =>
  checkedAt === undefined || (checkedAt < checkedBefore && (!described || running))

/** A title as the film database is asked for it. */
export const toDescribe = (
  { id, ids, kind, name, year }: Title,
  keys: Iterable<string>,
): TitleToDescribe => ({
  id: TitleId.make(id),
  kind,
  name,
  year,
  ids,
  episodeIds: episodeIdsIn(keys).slice(0, 3),
})

/** A title as it is shown. */
export const titleShown = ({ id, ids, imageUrl, name, year }: Title): TitleShown => ({
  id: TitleId.make(id),
  title: name,
  year,
  movieDbId: ids.tmdb ?? 0,
  imageUrl,
})
