import { idsContaining } from "@daybook/kernel"
import { search, suggest } from "@daybook/search"
import { Sqlite } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { migrateDomain } from "../src/domainTables.ts"
import { writerOf } from "../src/kernel/dataVersions.ts"
import { searchIn, touchTitles } from "../src/search/index.ts"

const tables = ["songs", "singers", "notes"] as const

const migrate = migrateDomain("titles", {
  "1_titles": tables.flatMap((table) => [
    `create table ${table} (id integer primary key, title text not null, names text not null) strict`,
    ...touchTitles({
      table,
      domain: "titles",
      type: table,
      ids: (row) => `select ${row}.id as id`,
      of: ["title", "names"],
    }),
  ]),
})

interface Row {
  readonly title: string
  readonly names: string
}

const store = Effect.gen(function* () {
  yield* migrate
  const { all, many, sql } = yield* Sqlite.Database
  const select = (table: string) =>
    sql.literal(`select id, title, names as subtitle, null as at, '' as url, '' as image_url,
      concat_ws(char(10), title, nullif(names, '')) as text from ${table}`)
  const { matching, searchable, settle } = yield* searchIn("titles", {
    songs: { select: select("songs") },
    singers: { select: select("singers") },
    notes: { select: select("notes"), isPassage: true },
  })
  const write = yield* writerOf("titles", [settle])
  return {
    domain: "titles",
    searchable,
    matching,
    insert: (table: (typeof tables)[number], rows: ReadonlyArray<Row>) =>
      write(
        Effect.sync(() =>
          many({
            text: `insert into ${table} (title, names) values (?, ?)`,
            rows: rows.map(({ names, title }) => [title, names]),
          }),
        ),
      ),
    run: (statement: string) => write(Effect.sync(() => all(sql.literal(statement)))),
  }
})

const fresh = Layer.orDie(Sqlite.layerMemory)

// Scripts with and without spaces, words a mistake apart, halves of surrogate pairs at their middles, signs, and what folds.
const Word = Schema.Literals(
  [
    ["a", "the", "salt", "salty", "slaty", "salts", "saltier", "asalt", "psalty", "harbour", "harbor"],
    ["Élan", "ÿ", "Straße", "İstanbul", "R.E.M.", "a$ap", '"x"', "it's", "!!!", "??", "÷", "%", "rock&roll"],
    ["東", "東京", "京東", "東京Tower", "塩の歴史", "สวัสดี", "วัส", "Ёлка", "ёлки", "ёлочка", "елочки"],
    [
      "مرحبا",
      "مرحب",
      "한국어로만",
      "한국아로만",
      "🎸",
      "🎸🎸🎸",
      "🎷🎸🎸",
      "ab🎸cd",
      "ab🎷cd",
      "𝕏yzzy",
      "\ufffd",
    ],
  ].flat(),
)
const Words = (most: number) => Schema.Array(Word).check(Schema.isBetweenLength(0, most))
const Title = Schema.Struct({ title: Words(4), names: Words(2) })
const Titles = Schema.Array(Title).check(Schema.isBetweenLength(0, 40))

/** Titles of which many begin alike and are as long as others: more than the ten that are suggested. */
const Few = Schema.Literals(["salt", "salty", "s", "東京", "ab🎸cd"])
const Alike = Schema.Array(
  Schema.Struct({
    title: Schema.Array(Few).check(Schema.isBetweenLength(1, 2)),
    names: Schema.Array(Few).check(Schema.isBetweenLength(0, 2)),
  }),
).check(Schema.isBetweenLength(0, 150))

/** A query: words of titles, of which one has a mistake and the last may be cut. */
const Query = Schema.Struct({
  words: Schema.Union([Schema.Array(Word), Schema.Array(Few)]).check(Schema.isBetweenLength(1, 3)),
  cut: Schema.Literals([0, 0, 1, 2, 3]),
  mistake: Schema.Literals(["none", "more", "less", "other", "swapped"]),
  at: Schema.Literals([0, 1, 2, 3, 4, 5, 6, 7]),
})

const asked = ({ at, cut, mistake, words }: typeof Query.Type): string => {
  const letters = Array.from(words.join(" "))
  const changed = {
    none: letters,
    more: letters.toSpliced(at, 0, "x"),
    less: letters.toSpliced(at, 1),
    other: letters.toSpliced(at, 1, "x"),
    swapped: letters.toSpliced(at, 2, ...letters.slice(at, at + 2).toReversed()),
  }[mistake]
  return changed.slice(0, Math.max(1, changed.length - cut)).join("")
}

const rowOf = ({
  names,
  title,
}: {
  readonly names: ReadonlyArray<string>
  readonly title: ReadonlyArray<string>
}): Row => ({
  title: title.join(" "),
  names: names.join(" "),
})

describe("the index of titles", () => {
  it.effect.prop(
    "leaves out no title that a look at all of them finds, in any script, with a mistake, at any limit",
    [Titles, Titles, Titles, Alike, Schema.Array(Query).check(Schema.isBetweenLength(1, 8))],
    ([songs, singers, notes, alike, queries]) =>
      Effect.gen(function* () {
        const indexed = yield* store
        yield* indexed.insert("songs", [...songs, ...alike].map(rowOf))
        yield* indexed.insert("singers", singers.map(rowOf))
        yield* indexed.insert("notes", notes.map(rowOf))
        const { passages, titles } = indexed.searchable
        const whole = {
          domain: indexed.domain,
          searchable: {
            ...indexed.searchable,
            titles: () => titles(),
            passages: () => passages?.() ?? assert.fail("it has no passages"),
          },
        }
        for (const q of queries.map(asked).filter((one) => one.trim() !== "")) {
          assert.deepStrictEqual(yield* suggest([indexed], q), yield* suggest([whole], q), q)
          for (const limit of [1, 5, 100]) {
            const question = { q, limit, mode: "words" } as const
            assert.deepStrictEqual(yield* search([indexed], question), yield* search([whole], question), q)
          }
        }
      }).pipe(Effect.provide(fresh)),
    { timeout: 120_000, arbitrary: { runs: 30, size: 80, maxShrinks: 60 } },
  )

  it.effect("finds a title behind ten shorter ones that begin alike", () =>
    Effect.gen(function* () {
      const indexed = yield* store
      const shorter = Array.from({ length: 10 }, () => ({ title: "Harbour Li", names: "" }))
      yield* indexed.insert("songs", [...shorter, { title: "Harbour Lights", names: "" }])
      const found = yield* suggest([indexed], "harbour lig")
      assert.deepStrictEqual(
        found.map(({ title }) => title),
        ["Harbour Lights"],
      )
    }).pipe(Effect.provide(fresh)),
  )

  it.effect.prop(
    "selects for a list the items whose titles or names contain its text, in any script",
    [Titles, Titles, Schema.Array(Query).check(Schema.isBetweenLength(1, 8))],
    ([songs, notes, queries]) =>
      Effect.gen(function* () {
        const { insert, matching, searchable } = yield* store
        const { all, sql } = yield* Sqlite.Database
        yield* insert("songs", songs.map(rowOf))
        yield* insert("notes", notes.map(rowOf))
        const lists = new Map([
          ...(yield* searchable.titles()),
          ...(yield* searchable.passages?.() ?? Effect.succeed([])),
        ])
        for (const q of queries.map(asked)) {
          for (const type of ["songs", "notes"] as const) {
            const listed = all(sql`select id from ${sql(type)} where ${matching(type, "id", q)} order by id`)
            const containing = idsContaining(lists.get(type) ?? assert.fail(`no ${type}`), q)
            assert.deepStrictEqual(
              listed.map(({ id }) => Number(id)),
              containing.map(Number).toSorted((one, other) => one - other),
              q,
            )
          }
        }
      }).pipe(Effect.provide(fresh)),
    { timeout: 120_000, arbitrary: { runs: 30, size: 40, maxShrinks: 60 } },
  )

  it.effect("finds a changed title only by its new words, and keeps no word of one that is gone", () =>
    Effect.gen(function* () {
      const indexed = yield* store
      const { all, sql } = yield* Sqlite.Database
      const found = (q: string) =>
        Effect.map(suggest([indexed], q), (items) => items.map(({ title }) => title))
      const words = () => all(sql`select word from title_words order by word`).map(({ word }) => word)
      yield* indexed.insert("songs", [
        { title: "Harbour Lights", names: "Ida" },
        { title: "Northern Lights", names: "" },
      ])
      yield* indexed.run("update songs set title = 'Paper Lanterns' where id = 1")
      assert.deepStrictEqual(yield* found("harbuor"), [])
      assert.deepStrictEqual(yield* found("paper ida"), ["Paper Lanterns"])
      assert.deepStrictEqual(yield* found("lihgts"), ["Northern Lights"])
      yield* indexed.run("delete from songs where id = 2")
      assert.deepStrictEqual(yield* found("lights"), [])
      assert.deepStrictEqual(words(), ["lanterns", "paper"])
      yield* indexed.run("delete from songs")
      assert.deepStrictEqual(words(), [])
    }).pipe(Effect.provide(fresh)),
  )

  it.effect("finds titles that were stored before there was an index", () =>
    Effect.gen(function* () {
      const { all, sql } = yield* Sqlite.Database
      yield* Effect.flatMap(store, ({ insert }) => insert("songs", [{ title: "Élan", names: "Ida" }]))
      for (const table of ["search_titles", "search_lists", "title_index", "title_words"])
        all(sql.literal(`drop table ${table}`))
      all(sql`delete from migrations where domain = 'search' and number = 2`)
      all(sql`create table search_titles (domain text not null, type text not null, id text not null,
        folded text not null, primary key (domain, type, id)) strict, without rowid`)
      all(sql`insert into search_titles values ('titles', 'songs', '1', ' elan' || char(10) || ' ida')`)
      const found = yield* Effect.flatMap(store, (indexed) => suggest([indexed], "elan ida"))
      assert.deepStrictEqual(
        found.map(({ title }) => title),
        ["Élan"],
      )
    }).pipe(Effect.provide(fresh)),
  )
})
