import {
  isOneMistake,
  mayBeMeant,
  mayBeMistaken,
  mistakable,
  type QueryWord,
  titleLength,
  type TitleList,
  type TitleQuery,
  unspacedApart,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../sql/database.ts"
import { jsonList, rowsOf, valuesOf } from "../sql/table.ts"

/** An item with its folded title. */
interface FoldedTitle {
  readonly id: string
  readonly folded: string
}

const readTitles = rowsOf(Schema.Struct({ id: Schema.String, folded: Schema.String }))
const readStored = rowsOf(Schema.Struct({ number: Schema.Int, id: Schema.String, folded: Schema.String }))
const readNumbers = valuesOf(Schema.Int)
const readWords = valuesOf(Schema.String)

/** The numbers of a list's titles begin at its own number times this: an index of all titles has those of a list in one range. */
export const numbersOfList = 2 ** 32

/** The number of characters of a title that `search_titles.start` has. */
export const startLength = 7

/** No stored text begins with it: a range up to a text and this has all texts that begin with the text. */
const last = "\u{10ffff}"

/** Characters that are parts of words to the index: see `title_index`. */
const isIndexed = /[^\0-\x20\x7f]/

/** A word as a phrase of FTS5. One of a script without spaces is its characters side by side. */
const phraseOf = ({ isPrefix, word }: Pick<QueryWord, "isPrefix" | "word">): string =>
  `"${unspacedApart(word).replaceAll('"', '""')}"${isPrefix ? "*" : ""}`

const reversed = (word: string): string => Array.from(word).toReversed().join("")

/** The words of a folded title that a mistaken word may mean. */
const wordsOf = (folded: string): ReadonlyArray<string> => folded.slice(1).split(/\n? /).filter(mayBeMeant)

const listOf = (titles: ReadonlyArray<FoldedTitle>): TitleList => ({
  ids: titles.map(({ id }) => id),
  texts: titles.map(({ folded }) => folded),
})

/** The folded titles of a type of item. */
export const titleListOf = (
  { all, many, sql }: Pick<Database["Service"], "all" | "many" | "sql">,
  domain: string,
  type: string,
  isPassage: boolean,
) => {
  const numberOf = (): number | undefined =>
    readNumbers(all(sql`select number from search_lists where domain = ${domain} and type = ${type}`))[0]
  const inList = (list: number) =>
    sql`number between ${list * numbersOfList} and ${(list + 1) * numbersOfList - 1}`
  const found = (where: Fragment) =>
    listOf(readTitles(all(sql`select id, folded from search_titles where ${where}`)))

  /** Stores the titles of the items with these ids; those without a title are gone. */
  const write = (ids: ReadonlyArray<string>, titles: ReadonlyArray<FoldedTitle>): void => {
    all(sql`insert into search_lists (domain, type) values (${domain}, ${type}) on conflict do nothing`)
    const list = numberOf() ?? 0
    const stored = new Map(
      readStored(
        all(sql`select number, id, folded from search_titles
          where list = ${list} and id in (select value from json_each(${jsonList(ids)}))`),
      ).map((title) => [title.id, title]),
    )
    const now = new Map(titles.map((title) => [title.id, title.folded]))
    const gone = [...stored.values()].filter(({ folded, id }) => now.get(id) !== folded)
    const fresh = titles.filter(({ folded, id }) => stored.get(id)?.folded !== folded)
    const numbers = gone.map(({ number }) => [number])
    many({ text: "delete from title_index where rowid = ?", rows: numbers })
    many({ text: "delete from search_titles where number = ?", rows: numbers })

    const [before = list * numbersOfList] = readNumbers(
      all(sql`select number from search_titles where ${inList(list)} order by number desc limit 1`),
    )
    many({
      text: "insert into search_titles (number, id, folded, length) values (?, ?, ?, ?)",
      rows: fresh.map(({ folded, id }, at) => [before + 1 + at, id, folded, titleLength(folded)]),
    })
    many({
      text: "insert into title_index (rowid, words) values (?, ?)",
      rows: fresh.map(({ folded }, at) => [before + 1 + at, unspacedApart(folded)]),
    })
    many({
      text: `delete from title_words
        where word = ? and not exists (select 1 from title_index where title_index match ?)`,
      rows: [...new Set(gone.flatMap(({ folded }) => wordsOf(folded)))].map((word) => [
        word,
        phraseOf({ word, isPrefix: false }),
      ]),
    })
    if (isPassage) return
    many({
      text: "insert into title_words (word, reversed) values (?, ?) on conflict do nothing",
      rows: [...new Set(fresh.flatMap(({ folded }) => wordsOf(folded)))].map((word) => [
        word,
        reversed(word),
      ]),
    })
  }

  /**
   * The shortest titles that begin with the text, if they are enough: no other is before them. Of equally long ones all are
   * here, for `search` has more to order them by.
   */
  const beginning = (list: number, { limit, text }: TitleQuery): TitleList | undefined => {
    const start = Array.from(text).slice(0, startLength).join("")
    const begins = sql`list = ${list} and start >= ${start} and start < ${start + last}
      ${start === text ? sql`` : sql`and substr(folded, 2, length(${text})) = ${text}`}`
    const [length] = readNumbers(
      all(sql`select length from search_titles where ${begins} order by length limit 1 offset ${limit - 1}`),
    )
    return length === undefined ? undefined : found(sql`${begins} and length <= ${length}`)
  }

  /** The titles that the index has for a query of FTS5. */
  const matching = (list: number, match: string): TitleList =>
    listOf(
      readTitles(
        all(sql`select id, folded from title_index join search_titles on number = title_index.rowid
          where title_index match ${match} and title_index.rowid between ${list * numbersOfList}
            and ${(list + 1) * numbersOfList - 1}`),
      ),
    )

  /** The words of titles, of all lists, that are one mistake away from a word. */
  const meantBy = (word: string): ReadonlyArray<string> => {
    const { beginning, ending } = mistakable(word)
    // An end may be cut within a character, of which the index has no half.
    const first = beginning.replace(/[\ud800-\udbff]$/, "")
    const end = reversed(ending.replace(/^[\udc00-\udfff]/, ""))
    const length = Array.from(word).length
    const near = sql`length(word) between ${length - 1} and ${length + 1}`
    const words = readWords(
      all(sql`select word from title_words where word >= ${first} and word < ${first + last} and ${near}
        union select word from title_words where reversed >= ${end} and reversed < ${end + last} and ${near}`),
    )
    return words.filter((one) => isOneMistake(one, word))
  }

  const candidates = (list: number, query: TitleQuery): TitleList => {
    const words = query.words.filter(({ word }) => isIndexed.test(word))
    if (words.length === 0) return found(inList(list))
    if (!query.withMistakes)
      return beginning(list, query) ?? matching(list, words.map(phraseOf).join(" AND "))
    const meant = words.map((word) => (mayBeMistaken(word.word) ? meantBy(word.word) : []))
    if (meant.every((some) => some.length === 0)) return listOf([])
    return matching(
      list,
      words
        .map((word, at) => [word, ...(meant[at] ?? []).map((one) => ({ word: one, isPrefix: false }))])
        .map((some) => `(${some.map(phraseOf).join(" OR ")})`)
        .join(" AND "),
    )
  }

  return {
    write,
    /** All titles; those that may match, for a query. */
    read: (query: TitleQuery | undefined): TitleList => {
      const list = numberOf()
      if (list === undefined) return listOf([])
      return query === undefined ? found(inList(list)) : candidates(list, query)
    },
  }
}
