import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { Foursquare } from "../../src/index.ts"
import { answer, asOfOld, atHome, failure, full, shout, venueless } from "./samples.ts"
import { hastyClock } from "../hastyClock.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { recordedText, whereRecorded } from "../recordings.ts"
import { type Reply, scriptedServer } from "../scriptedServer.ts"

const token = "planted-token-0123456789"

/** The account at a server that gives these replies in turn, the last forever after. */
const foursquare = (replies: ReadonlyArray<Reply>, secret = token) =>
  Effect.gen(function* () {
    const clock = hastyClock(1_700_000_000_000)
    const server = yield* scriptedServer(
      (_, call) => replies[Math.min(call, replies.length) - 1] ?? { body: answer([]) },
    )
    const source = yield* Foursquare.make({ url: server.url, token: Redacted.make(secret) })
    return {
      account: yield* source.account,
      calls: server.calls,
      slept: clock.slept,
      page: (offset: number, limit: number) => clock.provide(source.page(offset, limit)),
    }
  }).pipe(Effect.provide(FetchHttpClient.layer))

describe("a page of check-ins", () => {
  it.live("is requested by offset and limit, with the token in a header and the version in the query", () =>
    Effect.gen(function* () {
      const { calls, page } = yield* foursquare([{ body: answer([full], 63) }])
      const { checkIns, total } = yield* page(500, 250)
      expect([checkIns.length, total]).toEqual([1, 63])
      expect(calls[0]?.path).toBe("/users/self/checkins")
      expect(calls[0]?.headers["authorization"]).toBe(`Bearer ${token}`)
      expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({
        offset: "500",
        limit: "250",
        v: expect.stringMatching(/^\d{8}$/),
      })
    }),
  )

  it.live("with an absurd count is malformed, since the walk relies on the count", () =>
    Effect.gen(function* () {
      const { page } = yield* foursquare([{ body: answer([full], 253_402_300_799) }])
      expect(yield* Effect.flip(page(0, 250))).toMatchObject({ failure: "malformed answer" })
    }),
  )

  it.live("contains all known fields of each check-in, and blanks for missing parts", () =>
    Effect.gen(function* () {
      const { page } = yield* foursquare([{ body: answer([full, shout, venueless, atHome]) }])
      const { checkIns } = yield* page(0, 250)
      const nothing = {
        venueName: "",
        category: "",
        city: "",
        country: "",
        position: undefined,
        shout: "",
        venueRef: "",
      }
      expect(checkIns).toEqual([
        {
          id: full.id,
          venueName: "Tin Roof",
          category: "Diner",
          city: "Eastport",
          country: "Sealand",
          position: { lat: 40.703932832748045, lng: -73.99048950444671 },
          checkedInAt: 1_700_000_000_000,
          shout: "Taïm and Pies 'n' Thighs — both!",
          venueRef: "4f0000000000000000000001",
        },
        { ...nothing, id: shout.id, shout: shout.shout, checkedInAt: 1_300_000_000_000 },
        {
          ...nothing,
          id: venueless.id,
          venueName: "By the river",
          position: { lat: 1.5, lng: 2.5 },
          checkedInAt: 1_299_999_999_000,
        },
        {
          ...nothing,
          id: atHome.id,
          venueName: "Home",
          category: "Home (private)",
          country: "SL",
          checkedInAt: 1_299_999_999_000,
        },
      ])
    }),
  )

  it.live("past the end of the feed is empty and still has the total", () =>
    Effect.gen(function* () {
      const { page } = yield* foursquare([{ body: answer([], 63) }])
      expect(yield* page(250, 250)).toEqual({ total: 63, checkIns: [] })
    }),
  )

  it.live("is requested again where the service is failing for a moment", () =>
    Effect.gen(function* () {
      const { calls, page } = yield* foursquare([
        { status: 500, body: failure(500, "error") },
        "reset",
        { body: answer([full]) },
      ])
      expect((yield* page(0, 250)).total).toBe(1)
      expect(calls.length).toBe(3)
    }),
  )
})

describe("a refusal by Foursquare", () => {
  const refusal = (reply: Reply) =>
    Effect.gen(function* () {
      const { calls, page } = yield* foursquare([reply])
      const error = yield* Effect.flip(page(0, 250))
      return { error, calls: calls.length }
    })

  for (const [what, reply] of [
    ["401", { status: 401, body: failure(401, "invalid_auth") }],
    ["403", { status: 403, body: failure(403, "not_authorized") }],
    ["a 200 that says 401 inside", { body: failure(401, "invalid_auth") }],
  ] as const) {
    it.live(`of the token, by ${what}, says to set it again and is not tried again`, () =>
      Effect.gen(function* () {
        const { calls, error } = yield* refusal(reply)
        expect(error).toMatchObject({
          source: "foursquare",
          failure: "unauthorized",
          message: expect.stringContaining("FOURSQUARE_TOKEN"),
        })
        expect(calls).toBe(1)
      }),
    )
  }

  it.live("by its limit reports when the hour is over", () =>
    Effect.gen(function* () {
      const { calls, error } = yield* refusal({
        status: 403,
        headers: {
          "x-ratelimit-limit": "500",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": "1700000900",
        },
        body: failure(403, "rate_limit_exceeded", "Quota exceeded"),
      })
      expect(error).toMatchObject({ failure: "rate limited", retryAfter: 900 })
      expect(calls).toBe(1)
    }),
  )

  it.live("of another kind names the field or the status", () =>
    Effect.gen(function* () {
      const unreadable = yield* refusal({ body: answer([{ ...full, createdAt: "yesterday" }]) })
      expect(unreadable.error).toMatchObject({ failure: "malformed answer" })
      expect(unreadable.error.message).toContain("createdAt")
      expect((yield* refusal({ status: 400, body: failure(400, "param_error") })).error.message).toContain(
        "(400)",
      )
      expect((yield* refusal({ body: "<html>" })).error.message).toContain("not JSON")
    }),
  )

  it.live("never repeats a token, even if the service does", () =>
    Effect.gen(function* () {
      for (const status of [200, 302, 400, 401, 403, 404, 429, 500]) {
        const { error } = yield* refusal({
          status,
          headers: { location: `/?t=${token}`, "retry-after": "3600" },
          body: failure(status, token, token),
        })
        expect(inspect(error, { depth: Infinity }) + String(error)).not.toContain(token)
      }
    }),
  )
})

describe("an account at Foursquare", () => {
  it.live("is identified without revealing the token", () =>
    Effect.gen(function* () {
      const one = yield* foursquare([])
      const again = yield* foursquare([])
      const other = yield* foursquare([], "another-token")
      expect(one.account).toBe(again.account)
      expect(one.account).not.toBe(other.account)
      expect(one.account).toMatch(/^[0-9a-f]{16}$/)
    }),
  )
})

describe("a rejected check-in", () => {
  const rejected: ReadonlyArray<[string, object]> = [
    ["id: Missing key", { ...shout, id: undefined }],
    ["id", { ...shout, id: "" }],
    ["createdAt: Missing key", { ...shout, createdAt: undefined }],
    ["createdAt", { ...shout, createdAt: null }],
    ["createdAt", { ...shout, createdAt: "1300000000" }],
    ["createdAt", { ...shout, createdAt: 1e15 }],
    ["shout", { ...shout, shout: 5 }],
    ["venue", { ...shout, venue: "a bar" }],
    ["venue.location.lat", { ...shout, venue: { location: { lat: "40" } } }],
    ["venue.categories", { ...shout, venue: { categories: "bar" } }],
  ]
  it.live.each(rejected)("is set aside and keeps its place in the feed: %s", ([reason, row]) =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const { page } = yield* foursquare([{ body: answer([full, row, venueless], 63) }])
      const { checkIns, total } = yield* page(0, 250).pipe(provide)
      expect(total).toBe(63)
      const { checkedInAt } = checkIns[2] ?? { checkedInAt: 0 }
      expect(checkIns.map((one) => ("rejected" in one ? one : one.id))).toEqual([
        full.id,
        { id: kept[0]?.ref, checkedInAt, rejected: true },
        venueless.id,
      ])
      expect(kept).toHaveLength(1)
      expect(kept[0]).toMatchObject({ source: "foursquare", reason: expect.stringContaining(reason) })
    }),
  )

  it.live("at either end of a page has the time of the nearest one", () =>
    Effect.gen(function* () {
      const { provide } = collectRejectedRows()
      const { page } = yield* foursquare([{ body: answer([{}, {}, full, { id: 5 }], 4) }])
      const { checkIns } = yield* page(0, 250).pipe(provide)
      expect(checkIns.map(({ checkedInAt }) => checkedInAt)).toEqual(Array(4).fill(1_700_000_000_000))
    }),
  )

  it.live("fails the page if none of its check-ins can be read", () =>
    Effect.gen(function* () {
      const { provide } = collectRejectedRows()
      const { page } = yield* foursquare([{ body: answer([{}, {}], 2) }])
      expect(yield* Effect.flip(page(0, 250)).pipe(provide)).toMatchObject({ failure: "malformed answer" })
    }),
  )
})

const answers: ReadonlyArray<readonly [name: string, body: string | object, total: number]> = [
  [
    "a page of 20 of 48",
    answer(
      Array.from({ length: 20 }, (_, index) => asOfOld(index)),
      48,
    ),
    48,
  ],
  [
    "a page of 10 of 48",
    answer(
      Array.from({ length: 10 }, (_, index) => asOfOld(index + 2)),
      48,
    ),
    48,
  ],
  ...whereRecorded(() =>
    [
      "users_self_checkins_default_limit20.json",
      "users_self_checkins_limit10_offset2_afterTimestamp.json",
    ].map((file) => [file, recordedText(`foursquare/${file}`), 63] as const),
  ),
]

describe("a response as Foursquare returns it", () => {
  it.live.each(answers)("is read: %s", ([, body, count]) =>
    Effect.gen(function* () {
      const { page } = yield* foursquare([{ body }])
      const { checkIns, total } = yield* page(0, 250)
      expect(total).toBe(count)
      expect(checkIns.length).toBeGreaterThanOrEqual(10)
      expect(
        checkIns.every((one) => "venueName" in one && one.venueName !== "" && one.checkedInAt > 1.2e12),
      ).toBe(true)
    }),
  )
})
