import { Digest, type Entry } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { feed, type FeedEntry, newestFirst, onThisDay } from "../src/index.ts"
import { entryAt, journalOf } from "./journalOf.ts"
import { createHash } from "node:crypto"

const now = Date.parse("2024-05-06T12:00:00Z")

const run = <A, E>(body: Effect.Effect<A, E, DateTime.CurrentTimeZone | Digest>) =>
  Effect.andThen(TestClock.setTime(now), body).pipe(
    Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")),
    Effect.provideService(Digest, (text) => createHash("sha256").update(text).digest("hex")),
  )

const Some = Schema.Struct({
  domain: Schema.Literals(["running", "places", "reading"]),
  id: Schema.Literals(["a", "b", "B", "10", "9"]),
  hour: Schema.Literals([0, 1, 2, 3]),
  /** Added only after this many pages were read. */
  after: Schema.Literals([0, 0, 1, 2]),
})

const domains = ["running", "places", "reading"] as const

describe("a feed", () => {
  it.effect.prop(
    "walked to its end has each entry once, newest first, whatever is added meanwhile",
    [Schema.Array(Some), Schema.Literals([1, 2, 3, 10])],
    ([some, limit]) =>
      run(
        Effect.gen(function* () {
          const entries = new Map<string, Array<Entry>>(domains.map((domain) => [domain, []]))
          const journals = domains.map((domain) => ({
            domain,
            journal: journalOf(entries.get(domain) ?? []),
          }))
          const distinct = [...new Map(some.map((one) => [`${one.domain} ${one.id}`, one])).values()]
          const add = (page: number) => {
            for (const { after, domain, hour, id } of distinct)
              if (after === page) entries.get(domain)?.push(entryAt(`2024-05-06T0${hour}:00:00Z`, { id }))
          }
          const walked: Array<FeedEntry> = []
          let cursor: string | undefined
          for (let page = 0; cursor !== ""; page++) {
            add(page)
            const part: { entries: ReadonlyArray<FeedEntry>; nextCursor: string } = yield* feed(journals, {
              limit,
              cursor,
            })
            assert.isAtMost(part.entries.length, limit)
            walked.push(...part.entries)
            cursor = part.nextCursor
          }
          assert.deepStrictEqual(walked, walked.toSorted(newestFirst))
          const seen = walked.map(({ domain, id }) => `${domain} ${id}`)
          assert.strictEqual(new Set(seen).size, seen.length, "an entry was listed twice")
          for (const { after, domain, id } of distinct)
            if (after === 0) assert.include(seen, `${domain} ${id}`)
        }),
      ),
    { arbitrary: { runs: 300, size: 30 } },
  )

  it.effect("refuses a cursor of another list, and one that was changed", () =>
    run(
      Effect.gen(function* () {
        const journals = domains.map((domain) => ({
          domain,
          journal: journalOf([entryAt("2024-05-06T01:00:00Z"), entryAt("2024-05-06T02:00:00Z")]),
        }))
        const { nextCursor: cursor } = yield* feed(journals, { limit: 1 })
        const changed = Buffer.from(
          Buffer.from(cursor, "base64url")
            .toString()
            .replace("running", "reading")
            .replace("places", "reading"),
        ).toString("base64url")
        assert.notStrictEqual(changed, cursor)
        const wrong = [
          feed(journals.slice(1), { limit: 1, cursor }),
          feed(journals, { limit: 1, cursor, from: "2024-05-01" }),
          feed(journals, { limit: 1, cursor: changed }),
          feed(journals, { limit: 1, cursor: "x" }),
        ]
        for (const asked of wrong) assert.strictEqual((yield* Effect.flip(asked)).field, "cursor")
        assert.lengthOf((yield* feed(journals, { limit: 100, cursor })).entries, 5)
      }),
    ),
  )
})

describe("on this day", () => {
  const journals = [
    {
      domain: "running",
      journal: journalOf(
        ["2020-02-29", "2021-03-01", "2024-02-29", "2024-05-06"].map((day) => entryAt(`${day}T07:00:00Z`)),
      ),
    },
  ]
  const yearsOn = (date: string | undefined) =>
    run(Effect.map(onThisDay(journals, date), ({ years }) => years.map(({ year }) => year)))

  it.effect("has the years of the day, newest first; 29 February has leap years alone", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* yearsOn("2024-02-29"), [2024, 2020])
      assert.deepStrictEqual(yield* yearsOn("2023-03-01"), [2021])
      assert.deepStrictEqual(yield* yearsOn(undefined), [2024])
      assert.strictEqual((yield* Effect.flip(yearsOn("2023-02-29"))).field, "date")
    }),
  )
})
