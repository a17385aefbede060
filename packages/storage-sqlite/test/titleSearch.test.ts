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
    { timeout: 120_000, arbitrary: { runs: 100, size: 80, maxShrinks: 60 } },
  )
})
