import { describe, expect, it } from "@effect/vitest"
import type { Scrobble } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Lastfm } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { answer, keyOf, nowPlaying, type Played, track } from "./samples.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

const start = Date.parse("2026-11-21T10:00:00Z")
const startSeconds = start / 1000
const day = 86_400

const walking = (script: (asked: Asked, call: number) => Reply, user = "someone") =>
  Effect.gen(function* () {
    const clock = hastyClock(start)
    const server = yield* scriptedServer(script)
    const source = yield* Lastfm.make({ url: server.url, apiKey: Redacted.make("the-key"), user })
    const scrobbles = (cursor?: string) => source.scrobbles(Option.fromUndefinedOr(cursor))
    const batches = (cursor?: string) => Stream.runCollect(scrobbles(cursor)).pipe(clock.provide)
    return { server, clock, scrobbles, batches }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const keysOf = (batches: ReadonlyArray<{ readonly items: ReadonlyArray<Scrobble> }>) =>
  batches.flatMap(({ items }) =>
    items.map((item) => keyOf({ uts: item.playedAt / 1000, artist: item.artist, name: item.track })),
  )

/** Last.fm with a history: windows and pages as it serves them, `perPage` at most on one. */
const serve =
  (history: ReadonlyArray<Played>, perPage: number) =>
  ({ query }: Asked): Reply => {
    const [from, to] = [Number(query.get("from") ?? 0), Number(query.get("to") ?? Infinity)]
    const size = Math.min(perPage, Number(query.get("limit")))
    const page = Number(query.get("page"))
    // Its documentation says "after" and "before": the stricter reading loses nothing either.
    const window = history.filter(({ uts }) => uts > from && uts < to).toSorted((a, b) => b.uts - a.uts)
    return {
      body: answer([nowPlaying, ...window.slice((page - 1) * size, page * size).map(track)], {
        totalPages: String(Math.ceil(window.length / size)),
        total: String(window.length),
        perPage: size,
      }),
    }
  }

const years = (count: number): Array<Played> =>
  Array.from({ length: count }, (_, index) => ({ uts: startSeconds - 60 - index * 20_000 }))

describe("a walk", () => {
  it.live.each([12, "12"])(
    "goes through all pages of a server that honours only page, totalPages %j",
    (totalPages) =>
      Effect.gen(function* () {
        const { batches, server } = yield* walking(({ query }) => ({
          body: answer([nowPlaying, track({ uts: 1000 - Number(query.get("page")) })], {
            totalPages,
            total: 12,
          }),
        }))
        const got = yield* batches()
        expect(got).toHaveLength(12)
        expect(server.calls).toHaveLength(12)
        expect(new Set(keysOf(got)).size).toBe(12)
        expect(keysOf(got)).toHaveLength(12)
      }),
  )

  it.live("requests pages of 200 in a window that ends when the walk starts", () =>
    Effect.gen(function* () {
      const { batches, clock, server } = yield* walking((asked) => {
        clock.skip("1 hour")
        return serve(years(3), 2)(asked)
      })
      yield* batches()
      expect(server.calls.map(({ query }) => Object.fromEntries(query))).toEqual(
        ["1", "2"].map((page) => ({
          method: "user.getrecenttracks",
          user: "someone",
          api_key: "the-key",
          format: "json",
          extended: "0",
          limit: "200",
          page,
          to: String(startSeconds),
        })),
      )
    }),
  )

  it.live("requests the next page only when the batch is stored", () =>
    Effect.gen(function* () {
      const { clock, scrobbles, server } = yield* walking(serve(years(5), 1))
      let stored = 0
      yield* Stream.runForEach(scrobbles(), () =>
        Effect.gen(function* () {
          yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 10)))
          stored++
          expect(server.calls).toHaveLength(stored)
        }),
      ).pipe(clock.provide)
      expect(stored).toBe(5)
    }),
  )

  it.live("starts 14 days before the end of the last one", () =>
    Effect.gen(function* () {
      const { batches, clock, server } = yield* walking(serve(years(2), 1))
      const last = (yield* batches()).at(-1)
      clock.skip("1 hour")
      yield* batches(last?.cursor)
      expect(server.calls.at(-1)?.query.get("from")).toBe(String(startSeconds - 14 * day))
      expect(server.calls.at(-1)?.query.get("to")).toBe(String(startSeconds + 3600))
    }),
  )

  it.live("after a clock that ran ahead starts 14 days before now", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* walking(serve([], 1))
      yield* batches(JSON.stringify({ user: "someone", through: startSeconds + 400 * day }))
      expect(server.calls[0]?.query.get("from")).toBe(String(startSeconds - 14 * day))
    }),
  )

  it.live("returns plays of the second when the last one ended, and late plays", () =>
    Effect.gen(function* () {
      const history = years(3)
      const { batches, clock } = yield* walking((asked) => serve(history, 2)(asked))
      const first = yield* batches()
      history.push({ uts: startSeconds }, { uts: startSeconds - 13 * day, name: "Late" })
      clock.skip("1 second")
      const second = yield* batches(first.at(-1)?.cursor)
      expect(new Set([...keysOf(first), ...keysOf(second)])).toEqual(new Set(history.map(keyOf)))
    }),
  )

  it.live("that was cut short is finished, and the next one follows in the same run", () =>
    Effect.gen(function* () {
      const history = years(6)
      const { batches, clock, scrobbles, server } = yield* walking((asked) => serve(history, 2)(asked))
      const [, second] = yield* Stream.runCollect(Stream.take(scrobbles(), 2)).pipe(clock.provide)
      clock.skip("2 hours")
      history.push({ uts: startSeconds + 3600 })
      const rest = yield* batches(second?.cursor)
      expect(server.calls[2]?.query.get("page")).toBe("3")
      expect(server.calls[2]?.query.get("to")).toBe(String(startSeconds))
      expect(keysOf(rest)).toContain(keyOf({ uts: startSeconds + 3600 }))
      expect(JSON.parse(rest.at(-1)?.cursor ?? "")).toMatchObject({ through: startSeconds + 7200 })
    }),
  )

  const unreadable = ["", "{", "null", "7", '{"nextPage":0}', '{"user":"someone","through":"x"}']
  it.live.each(unreadable)("starts over from a cursor that no one can read: %s", (cursor) =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const logger = Logger.make(({ message }) => void lines.push(String(message)))
      const { batches, server } = yield* walking(serve(years(2), 2))
      expect(yield* batches(cursor).pipe(Effect.provide(Logger.layer([logger])))).toHaveLength(1)
      expect(server.calls[0]?.query.has("from")).toBe(false)
      expect(lines).toEqual(["lastfm: the saved cursor cannot be read; starting over"])
    }),
  )

  it.live("starts over for another account", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* walking(serve(years(2), 2), "another")
      yield* batches(JSON.stringify({ user: "someone", through: startSeconds }))
      expect(server.calls[0]?.query.has("from")).toBe(false)
    }),
  )

  it.live("calls again for a page in the middle that came empty, once, and then continues", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* walking((asked, call) =>
        call === 2 ? { body: answer([nowPlaying], { totalPages: 3, total: 3 }) } : serve(years(3), 1)(asked),
      )
      expect(keysOf(yield* batches())).toHaveLength(3)
      expect(server.calls).toHaveLength(4)
    }),
  )

  it.live(
    "goes back by the number of deleted plays, since they pulled others onto pages that were read",
    () =>
      Effect.gen(function* () {
        let history = years(12)
        const { batches, server } = yield* walking((asked, call) => {
          if (call === 4) history = history.slice(3)
          return serve(history, 2)(asked)
        })
        const got = new Set(keysOf(yield* batches()))
        expect(history.map(keyOf).filter((key) => !got.has(key))).toEqual([])
        expect(server.calls.map(({ query }) => query.get("page"))).toEqual([..."12342345"])
      }),
  )

  it.live.each([
    ["shrinks and grows", (call: number) => ({ totalPages: 3, total: 100 + (call % 2) })],
    ["grows", (call: number) => ({ totalPages: call + 1, total: call })],
  ] as const)("ends though the history %s forever", ([, attributes]) =>
    Effect.gen(function* () {
      const { batches, server } = yield* walking((_, call) => ({
        body: answer([track({ uts: call })], { perPage: 1, ...attributes(call) }),
      }))
      expect((yield* batches()).at(-1)?.cursor).toContain("through")
      expect(server.calls.length).toBeLessThanOrEqual(110)
    }),
  )
})

const Happening = Schema.Struct({
  kind: Schema.Literals([
    "nothing",
    "deleted",
    "late",
    "new",
    "replaced",
    "429",
    "500",
    "error 8",
    "html",
    "reset",
  ]),
  at: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 })),
})
type Happening = typeof Happening.Type

const Case = Schema.Struct({
  length: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 40 })),
  perPage: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 })),
  happenings: Schema.Array(Happening).check(Schema.isMaxLength(25)),
  stops: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 }))).check(
    Schema.isMaxLength(6),
  ),
})

/** Last.fm with one change before each response. */
const living = (length: number, perPage: number, happenings: ReadonlyArray<Happening>) => {
  let history = years(length)
  const original = [...history]
  const addLate = (at: number, call: number) => {
    history = [
      ...history,
      { uts: startSeconds - Math.ceil(((at + 1) / 100) * 13 * day) - 1, name: `Late ${call}` },
    ]
  }
  const remove = (at: number) => {
    const index = Math.floor((at / 100) * history.length)
    history = history.filter((_, other) => other !== index)
  }
  const script = (asked: Asked, call: number): Reply => {
    const { at, kind } = happenings[call - 1] ?? { at: 0, kind: "nothing" }
    switch (kind) {
      case "deleted":
        remove(at)
        break
      case "late":
        addLate(at, call)
        break
      case "replaced":
        remove(at)
        addLate(99 - at, call)
        break
      case "new":
        history = [...history, { uts: startSeconds + call }]
        break
      case "429":
        return { status: 429, headers: { "retry-after": String(at % 30) }, body: "" }
      case "500":
        return { status: 500, body: "" }
      case "html":
        return { status: 200, body: "<html>Offline</html>" }
      case "error 8":
        return { body: { error: 8, message: "Operation failed" } }
      case "reset":
        return "reset"
      case "nothing":
        break
    }
    return serve(history, perPage)(asked)
  }
  return { script, history: () => history, original }
}

/** Runs to the end, beginning again from the last cursor after each failure and after each stop. */
const toTheEnd = Effect.fnUntraced(function* (
  { clock, scrobbles }: Effect.Success<ReturnType<typeof walking>>,
  stops: ReadonlyArray<number>,
  from?: string,
) {
  const got: Array<{ readonly items: ReadonlyArray<Scrobble>; readonly cursor: string }> = []
  for (let run = 0; run < 50; run++) {
    const cursor = got.at(-1)?.cursor ?? from
    const stop = stops[run]
    const stream = scrobbles(cursor)
    const end = yield* Stream.runForEach(stop === undefined ? stream : Stream.take(stream, stop), (batch) =>
      Effect.sync(() => void got.push(batch)),
    ).pipe(clock.provide, Effect.result)
    if (end._tag === "Success" && stop === undefined) return got
  }
  return yield* Effect.die("it never ends")
})

describe("whatever happens between pages", () => {
  const options = { timeout: 180_000, arbitrary: { runs: 40 } }

  it.live.prop(
    "a walk, cut short and resumed, returns every play that was there throughout",
    { given: Case },
    ({ given }) =>
      Effect.gen(function* () {
        const one = given.happenings.filter(({ kind }) => kind !== "replaced")
        const upstream = living(given.length, given.perPage, one)
        const source = yield* walking(upstream.script)
        const got = new Set(keysOf(yield* toTheEnd(source, given.stops)))
        const lasting = upstream.original.filter((played) => upstream.history().includes(played))
        expect(lasting.map(keyOf).filter((key) => !got.has(key))).toEqual([])
      }).pipe(Effect.scoped),
    options,
  )

  it.live.prop(
    "two walks give everything, though a deletion hides behind a late scrobble",
    { given: Case },
    ({ given }) =>
      Effect.gen(function* () {
        const upstream = living(given.length, given.perPage, given.happenings)
        const source = yield* walking(upstream.script)
        const first = yield* toTheEnd(source, given.stops)
        // Long enough for new plays to be in the past, and for no late play to be lost.
        source.clock.skip("1 hour")
        while (source.server.calls.length < given.happenings.length)
          yield* toTheEnd(source, [], first.at(-1)?.cursor)
        const second = yield* toTheEnd(source, [], first.at(-1)?.cursor)
        const got = new Set(keysOf([...first, ...second]))
        expect(
          upstream
            .history()
            .map(keyOf)
            .filter((key) => !got.has(key)),
        ).toEqual([])
      }).pipe(Effect.scoped),
    options,
  )

  it.live.prop(
    "a quiet history cut short anywhere comes exactly once, page by page",
    { given: Case },
    ({ given }) =>
      Effect.gen(function* () {
        const upstream = living(given.length, given.perPage, [])
        const source = yield* walking(upstream.script)
        const [stop = 1] = given.stops
        const first = yield* Stream.runCollect(Stream.take(source.scrobbles(), stop)).pipe(
          source.clock.provide,
        )
        const pages = Math.max(1, Math.ceil(given.length / given.perPage))
        const rest = first.length === pages ? [] : yield* toTheEnd(source, [], first.at(-1)?.cursor)
        const got = keysOf([...first, ...rest.slice(0, pages - first.length)])
        expect(got).toEqual(upstream.original.map(keyOf))
      }).pipe(Effect.scoped),
    options,
  )
})
