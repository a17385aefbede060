import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { collectionOf, copies, discogs, instancesIn, pagesAsked } from "./samples.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"

describe("a rejected record", () => {
  const rejected: ReadonlyArray<[string, object]> = [
    ["id: Missing key", { id: undefined }],
    ["id", { id: null }],
    ["instance_id: Missing key", { instance_id: undefined }],
    ["instance_id", { instance_id: "one" }],
    ["date_added", { date_added: 5 }],
    ["basic_information", { basic_information: "none" }],
    ["basic_information.title", { basic_information: { title: 5 } }],
    ["basic_information.year", { basic_information: { year: "in the nineties" } }],
    ["basic_information.artists", { basic_information: { artists: [5] } }],
  ]
  it.live.each(rejected)("is set aside, and the walk continues: %s", ([reason, more]) =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const all = copies(5).map((copy, at) => (at === 1 ? { ...copy, more } : copy))
      const { batches } = yield* discogs(collectionOf(all, 2))
      const walked = yield* batches().pipe(provide)
      expect(instancesIn(walked)).toEqual([100, 102, 103, 104])
      expect(kept).toHaveLength(1)
      expect(kept[0]).toMatchObject({ source: "discogs", reason: expect.stringContaining(reason) })
      // A copy that cannot be reported from others may be any of the unseen ones, so none is reported as gone.
      const whole = walked.at(-1)?.whole
      if ("instance_id" in more) expect(whole).toBeUndefined()
      else expect([...(whole ?? [])]).toEqual([100, 101, 102, 103, 104])
    }),
  )

  it.live("in an interrupted walk makes the next one incomplete too", () =>
    Effect.gen(function* () {
      const { provide } = collectRejectedRows()
      const all = copies(5).map((copy, at) => (at === 1 ? { ...copy, more: { instance_id: null } } : copy))
      const { batches } = yield* discogs(collectionOf(all, 2))
      const [first] = yield* batches().pipe(provide)
      expect(instancesIn(yield* batches(first?.cursor).pipe(provide))).toEqual([
        102, 103, 104, 100, 102, 103, 104,
      ])
    }),
  )

  it.live("is not rejected for missing optional fields", () =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const bare = [
        { basic_information: null },
        { date_added: null },
        { basic_information: { artists: [{ name: null }], formats: [{ name: null }], year: null } },
      ]
      const all = copies(3).map((copy, at) => ({ ...copy, more: bare[at] ?? {} }))
      const { batches } = yield* discogs(collectionOf(all, 2))
      expect(instancesIn(yield* batches().pipe(provide))).toEqual([100, 101, 102])
      expect(kept).toEqual([])
    }),
  )
})

describe("a walk through a collection", () => {
  it.live("requests each page once, in the order of adding, with a user agent", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* discogs(collectionOf(copies(5), 2))
      const got = yield* batches()
      expect(instancesIn(got)).toEqual([100, 101, 102, 103, 104])
      expect(server.calls.map(({ query }) => Object.fromEntries(query))).toEqual(
        ["1", "2", "3"].map((page) => ({ page, per_page: "100", sort: "added", sort_order: "asc" })),
      )
      for (const { headers, query } of server.calls) {
        expect(headers.authorization).toBe("Discogs token=the-token")
        expect(headers["user-agent"]).toMatch(/^Daybook/)
        expect(query.has("token")).toBe(false)
      }
    }),
  )

  it.live("lists every seen record with its last batch, and only there", () =>
    Effect.gen(function* () {
      const { batches } = yield* discogs(collectionOf(copies(5), 2))
      expect((yield* batches()).map(({ whole }) => whole && [...whole])).toEqual([
        undefined,
        undefined,
        [100, 101, 102, 103, 104],
      ])
    }),
  )

  it.live("of an empty collection has seen nothing", () =>
    Effect.gen(function* () {
      const { batches } = yield* discogs(collectionOf([], 2))
      expect(yield* batches()).toMatchObject([{ items: [], whole: new Set() }])
    }),
  )

  it.live("restarts after the cursor of a walk that has ended", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* discogs(collectionOf(copies(3), 2))
      const last = (yield* batches()).at(-1)
      expect(instancesIn(yield* batches(last?.cursor))).toEqual([100, 101, 102])
      expect(pagesAsked(server.calls)).toEqual([1, 2, 1, 2])
    }),
  )

  it.live("that was cut carries on from its page; then the whole collection is walked again", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* discogs(collectionOf(copies(5), 2))
      const [first] = yield* batches()
      server.calls.length = 0
      const rest = yield* batches(first?.cursor)
      expect(pagesAsked(server.calls)).toEqual([2, 3, 1, 2, 3])
      expect(rest.map(({ whole }) => whole?.size)).toEqual([undefined, undefined, undefined, undefined, 5])
    }),
  )

  it.live("that was cut past the current end walks the whole collection", () =>
    Effect.gen(function* () {
      const kept = copies(5)
      const { batches } = yield* discogs(collectionOf(kept, 2))
      const [, second] = yield* batches()
      kept.splice(1)
      expect(instancesIn(yield* batches(second?.cursor))).toEqual([100])
    }),
  )

  it.live("goes back where records are removed while it walks, and misses none", () =>
    Effect.gen(function* () {
      const kept = copies(8)
      const answer = collectionOf(kept, 2)
      const { batches, server } = yield* discogs((asked, call) => {
        if (call === 3) kept.splice(0, 3)
        return answer(asked)
      })
      const got = instancesIn(yield* batches())
      expect(new Set(got)).toEqual(new Set([100, 101, 102, 103, 104, 105, 106, 107]))
      expect(pagesAsked(server.calls)).toEqual([1, 2, 3, 1, 2, 3])
    }),
  )

  it.live("ends although the size of the collection never settles", () =>
    Effect.gen(function* () {
      const answer = [collectionOf(copies(8), 2), collectionOf(copies(6), 2)] as const
      const { batches, server } = yield* discogs((asked, call) => answer[call % 2 === 1 ? 0 : 1](asked))
      yield* batches()
      expect(server.calls.length).toBeLessThan(40)
    }),
  )

  it.live.each([
    ["of another account", JSON.stringify({ user: "somebody-else", nextPage: 2 })],
    ["that cannot be read", "{"],
  ])("starts over after a cursor %s", ([, cursor]) =>
    Effect.gen(function* () {
      const { batches, server } = yield* discogs(collectionOf(copies(3), 2))
      yield* batches(cursor)
      expect(pagesAsked(server.calls)).toEqual([1, 2])
    }),
  )

  it.live("writes the account's name so that it is one step of the path", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* discogs(collectionOf([], 2, "a%2F..%20b"), { user: "a/.. b" })
      yield* batches()
      expect(server.calls[0]?.path).toBe("/users/a%2F..%20b/collection/folders/0/releases")
    }),
  )

  const Small = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))
  const Plan = Schema.Struct({
    size: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 14 })),
    perPage: Schema.Literals([1, 2, 3]),
    batchesBeforeCut: Small,
    removedAtCut: Schema.Array(Small),
    addedAtCut: Small,
    // Before the call of that number of the second walk, this many of the oldest records are removed.
    removedAt: Schema.Array(Schema.Tuple([Small, Schema.Literals([1, 2, 3])])).check(Schema.isMaxLength(3)),
  })
  it.live.prop(
    "sees every record, wherever a walk was cut and whatever was removed on the way",
    [Plan],
    ([{ addedAtCut, batchesBeforeCut, perPage, removedAt, removedAtCut, size }]) =>
      Effect.gen(function* () {
        const kept = copies(size)
        const answer = collectionOf(kept, perPage)
        let cutAt = Infinity
        const { clock, server, source } = yield* discogs((asked, call) => {
          for (const [at, count] of removedAt) if (call === cutAt + at) kept.splice(0, count)
          return answer(asked)
        })
        const first = yield* source
          .records(Option.none())
          .pipe(Stream.take(batchesBeforeCut), Stream.runCollect, clock.provide)
        for (const index of removedAtCut) kept.splice(index, 1)
        kept.push(...copies(addedAtCut).map((copy) => ({ ...copy, instance: copy.instance + 1_000 })))
        cutAt = server.calls.length
        const rest = yield* source
          .records(Option.fromUndefinedOr(first.at(-1)?.cursor))
          .pipe(Stream.runCollect, clock.provide)
        const whole = rest.at(-1)?.whole
        for (const { instance } of kept) {
          expect(instancesIn(rest)).toContain(instance)
          expect(whole).toContain(instance)
        }
      }),
    { timeout: 180_000, arbitrary: { runs: 60 } },
  )
})
