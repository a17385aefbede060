import { titleLength, titleText } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { fitOf, mistakenFits } from "../src/matchTitle.ts"
import { readQuery } from "../src/query.ts"
import { rankMistaken, rankTitles } from "../src/rankTitles.ts"

const Word = Schema.Literals([
  "a",
  "ab",
  "ac",
  "ba",
  "abcde",
  "abcdef",
  "bacde",
  "abde",
  "bcdef",
  "é",
  "東京",
  "東",
  "🎸",
])
const Words = Schema.Array(Word).check(Schema.isBetweenLength(0, 3))
const Title = Schema.Struct({ title: Words, names: Words })
const Titles = Schema.Array(Title).check(Schema.isBetweenLength(0, 30))
const Query = Schema.Array(Word).check(Schema.isBetweenLength(1, 2))

describe("the index of titles", () => {
  it.prop(
    "finds the same titles, in the same order, as a look at each of them",
    [Titles, Titles, Query, Schema.Literals([1, 2, 100])],
    ([artists, tracks, asked, limit]) => {
      const listOf = (all: typeof artists) => ({
        ids: all.map((_, at) => String(at)),
        texts: all.map(({ names, title }) => titleText(title.join(" "), names.join(" "))),
      })
      const titles = new Map([
        ["artist", listOf(artists)],
        ["track", listOf(tracks)],
      ])
      const query = Result.getOrThrow(readQuery(asked.join(" ")))
      const domains = [{ domain: "listening", titles }]
      const exact = rankTitles(domains, query, limit)
      const found = [...exact, ...rankMistaken(domains, query, limit)].slice(0, limit)

      const mistakenFitOf = mistakenFits(query)
      const fits = [...titles].flatMap(([type, { ids, texts }], place) =>
        texts.flatMap((text, at) => {
          const fit = fitOf(text, query) ?? mistakenFitOf(text)
          return fit === undefined ? [] : [{ type, id: ids[at] ?? "", text, place, fit }]
        }),
      )
      const inOrder = fits.sort(
        (one, other) =>
          one.fit - other.fit ||
          titleLength(one.text) - titleLength(other.text) ||
          one.place - other.place ||
          (one.text < other.text ? -1 : one.text > other.text ? 1 : Number(one.id) - Number(other.id)),
      )
      assert.deepStrictEqual(
        found.map(({ fit, id, type }) => ({ fit, id, type })),
        inOrder.slice(0, limit).map(({ fit, id, type }) => ({ fit, id, type })),
      )
    },
    { arbitrary: { runs: 1_000 } },
  )
})
