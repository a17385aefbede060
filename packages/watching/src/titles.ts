import { type EpochMillis, isKnown, mergeKnown, unknownItem } from "@daybook/kernel"
import { Title, type TitleDetails, type TitleId, type TitleToDescribe } from "./model.ts"
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

type Named = Pick<Title, "described" | "name" | "namedBy" | "year">

/** The better naming of one title: the film database's, then one with a year, then the more trusted source's. */
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

interface Entry {
  title: Title
  readonly keys: Set<string>
}

/**
 * Films and shows, found by their ids, else by an episode's id, else by name and year. Titles that turn out to be the
 * same are merged into the older one. SQL stores load only the titles that match the keys of a batch, and write back the
 * changes.
 */
export class Titles {
  readonly #byKey = new Map<string, Set<Entry>>()
  readonly #byId = new Map<TitleId, Entry>()
  readonly #merged = new Map<TitleId, TitleId>()
  readonly #mergedNow = new Set<TitleId>()
  readonly #changed = new Set<Entry>()
  readonly #nextId: () => TitleId

  /** New titles take their ids from `nextId`, which must rise. */
  constructor(nextId: () => TitleId) {
    this.#nextId = nextId
  }

  /** Adds a stored title. */
  load(title: Title, keys: Iterable<string>): void {
    const entry = { title, keys: new Set<string>() }
    this.#byId.set(title.id, entry)
    this.#register(entry, keys)
  }

  /** The title of this id, or the title that it was merged into. */
  get(id: TitleId): Title | undefined {
    return this.#entry(id)?.title
  }

  /** All titles, without those merged into others. */
  get all(): ReadonlyArray<Title> {
    return [...this.#byId.values()].map(({ title }) => title)
  }

  /** The id of the title that has this naming; undefined if it is new. */
  find(naming: Naming): TitleId | undefined {
    return this.#find(naming)?.title.id
  }

  /** The id of the title with this naming, added if new. */
  resolve(naming: Naming): TitleId {
    const home = this.#find(naming) ?? this.#make(naming)
    this.#learn(home, naming)
    return this.#mergeMatches(home, naming).title.id
  }

  /** Records a source's number of episodes of a show. */
  countEpisodes(id: TitleId, totalEpisodes: number): void {
    const entry = this.#entry(id)
    if (entry === undefined || (entry.title.described && isKnown(entry.title.totalEpisodes))) return
    this.#change(entry, mergeKnown({ totalEpisodes: entry.title.totalEpisodes }, { totalEpisodes }))
  }

  /** Records the film database's details of a title; undefined means that it does not know the title. */
  describe(id: TitleId, checkedAt: EpochMillis, details: TitleDetails | undefined): void {
    const entry = this.#entry(id)
    if (entry === undefined) return
    this.#change(entry, { checkedAt })
    if (details === undefined) return
    const { episodes: _episodes, ids: _ids, ...facts } = details
    const known = mergeKnown<Partial<Title>>(entry.title, facts)
    this.#change(entry, { ...known, described: true, namedBy: 0 })
    const naming = namingByDatabase(entry.title.kind, details)
    this.#learn(entry, naming)
    this.#mergeMatches(entry, naming)
  }

  /** Adds an image to a title that has none. */
  addImage(id: TitleId, imageUrl: Title["imageUrl"]): void {
    const entry = this.#entry(id)
    if (entry?.title.imageUrl === "") this.#change(entry, { imageUrl })
  }

  /** The changes since the last call: changed titles with all their keys, and pairs of a merged id and its new id. */
  takeChanges() {
    const changed = [...this.#changed].map(({ keys, title }) => ({ title, keys: [...keys] }))
    const merged = [...this.#mergedNow].map((id) => [id, this.#entry(id)?.title.id ?? id] as const)
    this.#changed.clear()
    this.#mergedNow.clear()
    return { changed, merged }
  }

  /** The titles never looked up in the film database, then those last looked up before the moment; none of the hidden ones. */
  toDescribe(
    checkedBefore: EpochMillis,
    limit: number,
    hidden: ReadonlyArray<TitleId> = [],
  ): ReadonlyArray<TitleToDescribe> {
    return [...this.#byId.values()]
      .filter(({ title }) => isDue(title, checkedBefore) && !hidden.includes(title.id))
      .sort(
        (one, other) =>
          Number(one.title.checkedAt !== undefined) - Number(other.title.checkedAt !== undefined) ||
          one.title.id - other.title.id,
      )
      .slice(0, limit)
      .map(({ keys, title }) => toDescribe(title, keys))
  }

  #entry(id: TitleId): Entry | undefined {
    const into = this.#merged.get(id)
    return into === undefined ? this.#byId.get(id) : this.#entry(into)
  }

  #register(entry: Entry, keys: Iterable<string>): void {
    for (const key of keys) {
      if (entry.keys.has(key)) continue
      entry.keys.add(key)
      const known = this.#byKey.get(key)
      if (known === undefined) this.#byKey.set(key, new Set([entry]))
      else known.add(entry)
    }
  }

  #change(entry: Entry, more: Partial<Title>): void {
    const before = entry.title
    entry.title = { ...before, ...more }
    if (JSON.stringify(before) !== JSON.stringify(entry.title)) this.#changed.add(entry)
  }

  /** The titles under any of the keys, in the order of the keys, oldest first under each. */
  #under(keys: ReadonlyArray<string>): ReadonlyArray<Entry> {
    const found = keys.flatMap((key) =>
      [...(this.#byKey.get(key) ?? [])].sort((one, other) => one.title.id - other.title.id),
    )
    return [...new Set(found)]
  }

  /** The titles that fit by ids, then by name and year. */
  #candidates(naming: Naming, year: number): ReadonlyArray<Entry> {
    const { exact, loose } = keysByName(naming)
    const byId = this.#under([
      ...keysByIds(naming.kind, naming.ids),
      ...keysByIds("episode", naming.episodeIds),
    ])
    const byName = this.#under(loose).filter(({ title }) => yearsFit(title.year, year))
    return [...new Set([...byId, ...this.#under(exact), ...byName])]
  }

  #find(naming: Naming): Entry | undefined {
    return this.#candidates(naming, naming.year).find(({ title }) => !differ(title.ids, naming.ids))
  }

  #make(naming: Naming): Entry {
    const { ids, imageUrl, kind, name, namedBy, year } = naming
    const running = kind === "show"
    const title = unknownItem(Title, {
      id: this.#nextId(),
      kind,
      name,
      year,
      namedBy,
      ids,
      imageUrl,
      running,
    })
    const entry = { title, keys: new Set<string>() }
    this.#byId.set(title.id, entry)
    this.#changed.add(entry)
    return entry
  }

  /** Adds the facts of a naming that are not known yet. */
  #learn(entry: Entry, naming: Naming): void {
    const { title } = entry
    const { name, namedBy, year } = betterNamed(title, { ...naming, described: false })
    const more = hasMore(naming.ids, title.ids)
    this.#change(entry, {
      name,
      namedBy,
      year,
      ids: more ? { ...naming.ids, ...title.ids } : title.ids,
      imageUrl: title.imageUrl === "" ? naming.imageUrl : title.imageUrl,
      checkedAt: more && !title.described ? undefined : title.checkedAt,
    })
    const keys = keysOf(naming)
    if (keys.some((key) => !entry.keys.has(key))) this.#changed.add(entry)
    this.#register(entry, keys)
  }

  /** Merges a title with all others that fit the naming. */
  #mergeMatches(entry: Entry, naming: Naming): Entry {
    let home = entry
    for (const other of this.#candidates(naming, entry.title.year)) {
      if (other !== home && !differ(home.title.ids, other.title.ids)) home = this.#merge(home, other)
    }
    return home
  }

  #merge(one: Entry, other: Entry): Entry {
    const [home, gone] = one.title.id < other.title.id ? [one, other] : [other, one]
    this.#byId.delete(gone.title.id)
    this.#changed.delete(gone)
    this.#merged.set(gone.title.id, home.title.id)
    this.#mergedNow.add(gone.title.id)
    for (const key of gone.keys) this.#byKey.get(key)?.delete(gone)
    this.#register(home, gone.keys)
    this.#changed.add(home)
    const [first, second] = gone.title.described ? [gone.title, home.title] : [home.title, gone.title]
    const { name, namedBy, year } = betterNamed(first, second)
    home.title = {
      ...mergeKnown(second, first),
      id: home.title.id,
      name,
      namedBy,
      year,
      ids: { ...second.ids, ...first.ids },
      checkedAt: first.described ? first.checkedAt : undefined,
    }
    return home
  }
}

/** True for titles to look up: never looked up yet, or unknown or running and due again. */
const isDue = ({ checkedAt, described, running }: Title, checkedBefore: EpochMillis): boolean =>
  checkedAt === undefined || (checkedAt < checkedBefore && (!described || running))

/** A title in the form for the film database. */
export const toDescribe = (
  { id, ids, kind, name, year }: Title,
  keys: Iterable<string>,
): TitleToDescribe => ({
  id,
  kind,
  name,
  year,
  ids,
  episodeIds: episodeIdsIn(keys).slice(0, 3),
})
