import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EpochMillis } from "./dates/calendar.ts"
import { foldText } from "./text/foldText.ts"

/** Names an item of a domain, such as an artist or a run. */
export const ItemKey = Schema.Struct({ type: Schema.String, id: Schema.String })
export type ItemKey = typeof ItemKey.Type

/** An item as a search shows it. Unknown texts are "". */
export const SearchItem = Schema.Struct({
  ...ItemKey.fields,
  title: Schema.String,
  /** Names shown with the title, such as an album's artist. They find the item too. */
  subtitle: Schema.String,
  /** When it happened or was last added, if known. */
  at: Schema.UndefinedOr(EpochMillis),
  url: Schema.String,
  /** The URL of its image at its source; "" has none. */
  imageUrl: Schema.String,
  /** A text to show a part of, such as a description; "" has none. */
  text: Schema.String,
})
export type SearchItem = typeof SearchItem.Type

/** The titles of one type of item, folded by `titleText`: `texts[n]` belongs to the item `ids[n]`. Unordered. */
export interface TitleList {
  readonly ids: ReadonlyArray<string>
  readonly texts: ReadonlyArray<string>
  /** True for a selection for one query: an index of it would be used once. */
  readonly isOfOneQuery?: boolean
}

/** The titles of a domain by type, in the order in which equally good results are shown. */
export type Titles = ReadonlyMap<string, TitleList>

/** The length of a folded title in UTF-16 units, without the names after it. */
export const titleLength = (text: string): number => {
  const end = text.indexOf("\n")
  return end === -1 ? text.length : end
}

/** A word of a query, folded. */
export interface QueryWord {
  readonly word: string
  /** The beginning of the word in a title: after a space, if its script puts one between words. */
  readonly start: string
  /** True for the last word, which may be the beginning of one, and for scripts without spaces between words. */
  readonly isPrefix: boolean
}

/** The words of a search, folded. */
export interface Query {
  readonly text: string
  readonly words: ReadonlyArray<QueryWord>
}

/** The titles that a search needs. */
export interface TitleQuery extends Query {
  /** The search shows at most this many titles: first the shortest that begin with the text, then the others. */
  readonly limit: number
  /** False for titles with all of the words, true for titles that match only with a typing mistake. */
  readonly withMistakes: boolean
}

/**
 * The items of one domain that a search finds, as its store returns them. A domain that implements this port is found by
 * `/v1/search` and has suggestions. Storage failures are defects.
 */
export interface Searchable {
  /**
   * The titles of all items, as they are now: a title that a transaction has stored is there when it has ended. For a query, a
   * store may leave out titles that do not match or that `limit` cuts off; it returns any others too, for `search` ranks them.
   */
  readonly titles: (query?: TitleQuery) => Effect.Effect<Titles>
  /**
   * The same for items found only by their `text`, such as highlights. They must match exactly, and are never
   * suggested.
   */
  readonly passages?: (query?: TitleQuery) => Effect.Effect<Titles>
  /** The items with these keys that are stored, in the order of the keys. */
  readonly items: (keys: ReadonlyArray<ItemKey>) => Effect.Effect<ReadonlyArray<SearchItem>>
  /** At most `limit` items whose texts have all words of a query, best first; for domains that have long texts. */
  readonly byText?: (query: string, limit: number) => Effect.Effect<ReadonlyArray<ItemKey>>
  /** At most `limit` items that are near a query in meaning, nearest first; for domains that have vectors. */
  readonly byMeaning?: (query: string, limit: number) => Effect.Effect<ReadonlyArray<ItemKey>>
}

/** The folded text of a title and of the names with it: a line each, with a space before each word. */
export const titleText = (title: string, subtitle: string): string =>
  subtitle === "" ? ` ${foldText(title)}` : ` ${foldText(title)}\n ${foldText(subtitle)}`

/** The folded text of a passage. A line break separates words too. */
export const passageText = (text: string): string => titleText(text.replaceAll(/\s+/g, " "), "")

/** The ids of a list whose title, or a name with it, contains the text. */
export const idsContaining = ({ ids, texts }: TitleList, text: string): ReadonlyArray<string> => {
  const asked = foldText(text)
  return ids.filter((_, at) => texts[at]?.includes(asked))
}

/** True if the title, or a name with it, contains the text: the `q` of lists. */
export const titleContains = (text: string, title: string, subtitle = ""): boolean =>
  titleText(title, subtitle).includes(foldText(text))

/** An item of the given type. Omitted fields are unknown. */
export type ItemOfType = Pick<SearchItem, "title"> &
  Partial<Omit<SearchItem, "id" | "type">> & { readonly id: number | string }

const itemOf = (type: string, { id, ...known }: ItemOfType): SearchItem => ({
  type,
  id: String(id),
  subtitle: "",
  at: undefined,
  url: "",
  imageUrl: "",
  text: "",
  ...known,
})

/** The items of some types, in any order. */
export type ItemsByType = Readonly<Record<string, () => Iterable<ItemOfType>>>

/**
 * The items of a domain in memory that a search finds: `types` by their titles, `passages` by their texts. They are
 * folded on first use after a change of `version`.
 */
export const searchableOf = (
  version: () => number,
  types: ItemsByType,
  passages: ItemsByType = {},
): Searchable & Required<Pick<Searchable, "passages">> => {
  let known:
    | {
        readonly version: number
        readonly items: ReadonlyMap<string, ReadonlyMap<string, SearchItem>>
        readonly titles: Titles
        readonly passages: Titles
      }
    | undefined
  const current = () => {
    const now = version()
    if (known?.version !== now) {
      const items = new Map(
        Object.entries({ ...types, ...passages }).map(([type, all]) => [
          type,
          new Map(Array.from(all(), (item) => [String(item.id), itemOf(type, item)] as const)),
        ]),
      )
      const listsOf = (some: ItemsByType, foldedOf: (item: SearchItem) => string) =>
        new Map(
          Object.keys(some).map((type) => {
            const all = items.get(type) ?? new Map<string, SearchItem>()
            return [type, { ids: [...all.keys()], texts: Array.from(all.values(), foldedOf) }] as const
          }),
        )
      known = {
        version: now,
        items,
        titles: listsOf(types, ({ subtitle, title }) => titleText(title, subtitle)),
        passages: listsOf(passages, ({ text }) => passageText(text)),
      }
    }
    return known
  }
  return {
    titles: () => Effect.sync(() => current().titles),
    passages: () => Effect.sync(() => current().passages),
    items: (keys: ReadonlyArray<ItemKey>) =>
      Effect.sync(() => keys.flatMap(({ id, type }) => current().items.get(type)?.get(id) ?? [])),
  }
}
