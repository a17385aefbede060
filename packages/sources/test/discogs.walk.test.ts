import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { collectionOf, copies, discogs, instancesIn, pagesAsked } from "./discogs.samples.ts"

describe("a walk through a collection", () => {
  it.live("asks for each page once, in the order in which records were added, and says who asks", () =>
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

  it.live("tells with its last batch, and only there, what it has seen", () =>
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

  it.live("after the cursor of one that has ended begins anew", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* discogs(collectionOf(copies(3), 2))
      const last = (yield* batches()).at(-1)
      expect(instancesIn(yield* batches(last?.cursor))).toEqual([100, 101, 102])
      expect(pagesAsked(server.calls)).toEqual([1, 2, 1, 2])
    }),
  )

  it.live("that was cut carries on from its page, and then the whole collection is walked", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* discogs(collectionOf(copies(5), 2))
      const [first] = yield* batches()
      server.calls.length = 0
      const rest = yield* batches(first?.cursor)
      expect(pagesAsked(server.calls)).toEqual([2, 3, 1, 2, 3])
      expect(rest.map(({ whole }) => whole?.size)).toEqual([undefined, undefined, undefined, undefined, 5])
    }),
  )

  it.live("that was cut behind what is now the end walks the whole collection", () =>
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
})
