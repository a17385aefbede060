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

/** The titles of list n have the numbers from n times this, so an index of all titles has a list's in one range. */
export const numbersOfList = 2 ** 32

/** The length of `search_titles.start` in characters. */
export const startLength = 7

/** The most titles that are read through: FTS5 would first merge the titles of every word with a prefix, of all lists. */
const fewTitles = 5_000

/** The last character of Unicode, which no title has: every text that begins with `a` is before `a` and this. */
const last = "\u{10ffff}"

/** A character that is a part of a word to `title_index`. */
const isIndexed = /[^\0-\x20\x7f]/

/** A word as a phrase of FTS5: a word of a script without spaces is its characters side by side. */
const phraseOf = ({ isPrefix, word }: Pick<QueryWord, "isPrefix" | "word">): string =>
  `"${unspacedApart(word).replaceAll('"', '""')}"${isPrefix ? "*" : ""}`

const reversed = (word: string): string => Array.from(word).toReversed().join("")

/** The words of a folded title that a mistyped word may mean. */
const wordsOf = (folded: string): ReadonlyArray<string> => folded.slice(1).split(/\n? /).filter(mayBeMeant)

type Titles = Pick<Database["Service"], "all" | "many" | "sql">

const none: TitleList = { ids: [], texts: [] }

/** The words of titles, of all lists, that are one mistake away from a word. */
const meantBy = ({ all, sql }: Titles, word: string): ReadonlyArray<string> => {
  const { beginning, ending } = mistakable(word)
  // An end may be cut within a surrogate pair, and no stored text has half of one.
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

/** Words of FTS5 of which any may stand for each. */
const anyOf = (words: ReadonlyArray<ReadonlyArray<Pick<QueryWord, "isPrefix" | "word">>>): string =>
  words.map((some) => `(${some.map(phraseOf).join(" OR ")})`).join(" AND ")

/** Stores the titles of the items with these ids in a list; those without a title are gone. */
const writing =
  ({ all, many, sql }: Titles, list: Fragment, inTable: Fragment, isPassage: boolean) =>
  (ids: ReadonlyArray<string>, titles: ReadonlyArray<FoldedTitle>): void => {
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

    const [before = 0] = readNumbers(
      all(sql`select coalesce(max(number), ${list} * ${numbersOfList}) from search_titles where ${inTable}`),
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

/** The folded titles of a type of item. */
export const titleListOf = (database: Titles, domain: string, type: string, isPassage: boolean) => {
  const { all, sql } = database
  const list = sql`(select number from search_lists where domain = ${domain} and type = ${type})`
  const inList = (number: Fragment) =>
    sql`${number} between ${list} * ${numbersOfList} and ${list} * ${numbersOfList} + ${numbersOfList - 1}`
  const inTable = inList(sql`number`)

  /** The ids and titles of a select. */
  const found = (from: Fragment): TitleList => {
    const titles = readTitles(all(sql`select id, folded from ${from}`))
    return { ids: titles.map(({ id }) => id), texts: titles.map(({ folded }) => folded) }
  }

  /**
   * The shortest titles that begin with the text, if there are enough of them: no other title ranks before them. Of the
   * ones that are as long as the last one, all are here: `search` orders them by more than their length.
   */
  const beginning = ({ limit, text }: TitleQuery): TitleList | undefined => {
    const start = Array.from(text).slice(0, startLength).join("")
    const begins = sql`list = ${list} and start >= ${start} and start < ${start + last}
      ${start === text ? sql`` : sql`and substr(folded, 2, length(${text})) = ${text}`}`
    const [length] = readNumbers(
      all(sql`select length from search_titles where ${begins} order by length limit 1 offset ${limit - 1}`),
    )
    return length === undefined
      ? undefined
      : found(sql`search_titles where ${begins} and length <= ${length}`)
  }

  /** The titles that have the words or longer ones, of a list with few titles. */
  const reading = (words: ReadonlyArray<QueryWord>): TitleList | undefined => {
    const [taken = 0] = readNumbers(
      all(
        sql`select coalesce(max(number) - ${list} * ${numbersOfList}, 0) from search_titles where ${inTable}`,
      ),
    )
    if (taken > fewTitles) return undefined
    return found(
      sql`search_titles where ${sql.and([inTable, ...words.map(({ start }) => sql`instr(folded, ${start}) > 0`)])}`,
    )
  }

  /** The titles that match a query of FTS5. */
  const matching = (match: string): TitleList =>
    found(sql`title_index join search_titles on number = title_index.rowid
      where title_index match ${match} and ${inList(sql`title_index.rowid`)}`)

  const everyTitle = () => found(sql`search_titles where ${inTable}`)

  const candidates = (query: TitleQuery): TitleList => {
    const words = query.words.filter(({ word }) => isIndexed.test(word))
    if (words.length === 0) return everyTitle()
    if (!query.withMistakes)
      return beginning(query) ?? reading(words) ?? matching(words.map(phraseOf).join(" AND "))
    const meant = words.map((word) => (mayBeMistaken(word.word) ? meantBy(database, word.word) : []))
    if (meant.every((some) => some.length === 0)) return none
    return matching(
      anyOf(
        words.map((word, at) => [word, ...(meant[at] ?? []).map((one) => ({ word: one, isPrefix: false }))]),
      ),
    )
  }

  const write = writing(database, list, inTable, isPassage)
  return {
    write: (...told: Parameters<typeof write>) => {
      all(sql`insert into search_lists (domain, type) values (${domain}, ${type}) on conflict do nothing`)
      write(...told)
    },
    /** All titles; those that may match, for a query. */
    read: (query: TitleQuery | undefined): TitleList =>
      query === undefined ? everyTitle() : { ...candidates(query), isOfOneQuery: true },
    /** A select of the ids of the titles that contain a folded text. */
    containing: (text: string): Fragment =>
      sql`select id from search_titles where ${inTable} and instr(folded, ${text}) > 0`,
  }
}
