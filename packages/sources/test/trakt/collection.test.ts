import { FilmCollections } from "@daybook/collecting"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import * as Tracer from "effect/Tracer"
import { inspect } from "node:util"
import { Trakt } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

const trakt = (script: (asked: Asked, call: number) => Reply) =>
  Effect.gen(function* () {
    const server = yield* scriptedServer(script)
    const config = {
      url: server.url,
      clientId: Redacted.make("the-client-id"),
      token: Redacted.make("the-token"),
    }
    const { configured } = yield* Effect.provide(FilmCollections, Trakt.collections(config))
    const [collection] = configured
    if (collection === undefined) throw new Error("Trakt is configured")
    return {
      server,
      films: Effect.map(collection.films, ({ films }) => films).pipe(hastyClock().provide),
      whole: collection.films.pipe(hastyClock().provide),
    }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const movie = {
  title: "The Lighthouse Clerk",
  year: 1984,
  ids: { trakt: 6, slug: "the-lighthouse-clerk-1984", tmdb: 272 },
}

const collected = (more: object = {}) => ({
  collected_at: "2014-09-01T09:10:11.000Z",
  updated_at: "2014-09-01T09:10:11.000Z",
  movie,
  metadata: { media_type: "bluray", resolution: "hd_1080p", hdr: null, audio: null, "3d": false },
  ...more,
})

const read = (body: object) =>
  Effect.flatMap(
    trakt(() => ({ body })),
    ({ films }) => films,
  )

describe("the collection of films", () => {
  it.live("is requested once, with metadata and all that every call carries", () =>
    Effect.gen(function* () {
      const { films, server } = yield* trakt(() => ({ body: [collected()] }))
      expect(yield* films).toEqual([
        {
          source: "trakt",
          filmId: "6",
          movieDbId: 272,
          title: "The Lighthouse Clerk",
          year: 1984,
          format: "bluray",
          addedAt: Date.parse("2014-09-01T09:10:11Z"),
        },
      ])
      expect(server.calls).toMatchObject([
        {
          method: "GET",
          path: "/sync/collection/movies",
          headers: {
            "trakt-api-version": "2",
            "trakt-api-key": "the-client-id",
            authorization: "Bearer the-token",
            "content-type": "application/json",
          },
        },
      ])
      expect(server.calls[0]?.headers["user-agent"]).toMatch(/^Daybook/)
      expect(Object.fromEntries(server.calls[0]?.query ?? [])).toEqual({
        extended: "metadata",
        page: "1",
        limit: "100",
      })
    }),
  )

  const formats: ReadonlyArray<readonly [metadata: unknown, format: string]> = [
    [{ media_type: "bluray", resolution: "hd_1080p" }, "bluray"],
    [{ media_type: "bluray", resolution: "uhd_4k" }, "uhd_bluray"],
    [{ media_type: "bluray", resolution: null }, "bluray"],
    [{ media_type: "digital", resolution: "uhd_4k" }, "digital"],
    [{ media_type: "dvd", resolution: "sd_480p" }, "dvd"],
    [{ media_type: "hddvd" }, "hddvd"],
    [{ media_type: "vhs" }, "vhs"],
    [{ media_type: "laserdisc" }, "laserdisc"],
    [{ media_type: "something_new" }, "something_new"],
    [{ media_type: null, resolution: "uhd_4k" }, ""],
    [{}, ""],
    [null, ""],
    [undefined, ""],
  ]
  it.live.each(formats)("with the metadata %j holds the format %j", ([metadata, format]) =>
    Effect.gen(function* () {
      expect(yield* read([collected({ metadata })])).toMatchObject([{ format }])
    }),
  )

  const ids: ReadonlyArray<readonly [ids: unknown, filmId: string, movieDbId: number]> = [
    [{ trakt: 6, slug: "x", imdb: "tt1", tmdb: 272 }, "6", 272],
    [{ trakt: null, slug: "x", tmdb: null }, "x", 0],
    [{ imdb: "tt1" }, "tt1", 0],
    [{}, "The Lighthouse Clerk (1984)", 0],
    [null, "The Lighthouse Clerk (1984)", 0],
  ]
  it.live.each(ids)("knows a film of the ids %j as %j", ([given, filmId, movieDbId]) =>
    Effect.gen(function* () {
      const films = yield* read([collected({ movie: { ...movie, ids: given } })])
      expect(films).toMatchObject([{ filmId, movieDbId }])
    }),
  )

  it.live("contains films without a date, title or year", () =>
    Effect.gen(function* () {
      const films = yield* read([
        collected({ collected_at: null, movie: { title: null, year: null, ids: { trakt: 1 } } }),
      ])
      expect(films).toMatchObject([{ filmId: "1", title: "", year: 0, addedAt: undefined }])
    }),
  )

  it.live("is read page by page if a response says that there are more", () =>
    Effect.gen(function* () {
      const { films, server } = yield* trakt(({ query }) => ({
        headers: { "x-pagination-page-count": "3" },
        body: [collected({ movie: { ...movie, ids: { trakt: Number(query.get("page") ?? 1) } } })],
      }))
      expect((yield* films).map(({ filmId }) => filmId)).toEqual(["1", "2", "3"])
      expect(server.calls).toHaveLength(3)
    }),
  )

  it.live("names the films of rejected rows, which are not gone", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { whole } = yield* trakt(() => ({
        body: [collected(), collected({ movie: { ...movie, title: 7, ids: { trakt: 9 } } })],
      }))
      expect(yield* rejected.provide(whole)).toMatchObject({ films: [{ filmId: "6" }], unread: ["9"] })
      const sound = yield* trakt(() => ({ body: [collected()] }))
      expect(yield* sound.whole).toMatchObject({ unread: [] })
    }),
  )

  it.live("keeps the others if a row is rejected, and reports it even if the film is unknown", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { whole } = yield* trakt(() => ({
        body: [collected(), collected({ movie: { ...movie, title: 7, ids: { trakt: 9 } } }), "nonsense"],
      }))
      expect(yield* rejected.provide(whole)).toMatchObject({ films: [{ filmId: "6" }], unread: undefined })
      expect(rejected.kept.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(/^movie\.title: Expected string/),
        expect.stringMatching(/^the row: Expected/),
      ])
      expect(rejected.kept[0]).toMatchObject({ source: "trakt", ref: "9", kind: "row" })
    }),
  )

  const numbered = (id: number) => collected({ movie: { ...movie, ids: { trakt: id } } })
  const nothing = { title: null, year: null, ids: { trakt: null, slug: null, imdb: null, tmdb: null } }

  /** The pages of a list that Trakt counts so. */
  const counted = (total: number, pages: ReadonlyArray<ReadonlyArray<object>>, pageCount = pages.length) =>
    trakt(({ query }) => ({
      headers: { "x-pagination-page-count": String(pageCount), "x-pagination-item-count": String(total) },
      body: pages[Number(query.get("page")) - 1] ?? [],
    }))

  const lists = [
    ["that is whole removes what it lacks", 2, [[numbered(1)], [numbered(2)]], 2, 2, []],
    ["that is empty is whole", 0, [[]], 0, 0, []],
    ["with fewer films than Trakt counts removes none", 3, [[numbered(1)], [numbered(2)]], 2, 2, undefined],
    ["with a film on two pages removes none", 2, [[numbered(1)], [numbered(1)]], 2, 2, undefined],
    ["ends at an empty page, whatever Trakt counts", 156, [[numbered(1)], []], 156, 1, undefined],
    ["may contain a film without any fields", 2, [[numbered(1), collected({ movie: nothing })]], 1, 1, []],
  ] as const
  it.live.each(lists)("%s", ([, total, pages, pageCount, count, unread]) =>
    Effect.gen(function* () {
      const { server, whole } = yield* counted(total, pages, pageCount)
      const rejected = collectRejectedRows()
      const read = yield* rejected.provide(whole)
      expect(read.films).toHaveLength(count)
      expect(read.unread).toEqual(unread)
      expect(server.calls.length).toBeLessThanOrEqual(2)
    }),
  )

  const troubles: ReadonlyArray<readonly [status: number, failure: string, says: string]> = [
    [401, "unauthorized", "TRAKT_TOKEN"],
    [403, "unauthorized", "TRAKT_CLIENT_ID"],
    [420, "unauthorized", "over its limit"],
    [423, "unauthorized", "locked"],
    [426, "unauthorized", "VIP"],
  ]
  it.live.each(troubles)("that is refused with %i says why", ([status, failure, says]) =>
    Effect.gen(function* () {
      const { films, server } = yield* trakt(() => ({ status, body: "" }))
      const error = yield* Effect.flip(films)
      expect(error).toMatchObject({ source: "trakt", failure })
      expect(error.message).toContain(says)
      expect(server.calls).toHaveLength(1)
    }),
  )

  it.live("is waited for if Trakt asks to slow down", () =>
    Effect.gen(function* () {
      const { films } = yield* trakt((_, call) =>
        call === 1 ? { status: 429, headers: { "retry-after": "7" }, body: "" } : { body: [collected()] },
      )
      expect(yield* films).toHaveLength(1)
    }),
  )

  it.live("leaves neither token nor client id in errors and spans", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.Span> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        },
      })
      const { films } = yield* trakt(() => ({ status: 401, body: "the-token the-client-id" }))
      const error = yield* Effect.flip(films).pipe(Effect.withTracer(tracer))
      expect(spans.length).toBeGreaterThan(1)
      const seen = inspect([error, spans.map((span) => [...span.attributes])], { depth: 9 })
      expect(seen).not.toContain("the-token")
      expect(seen).not.toContain("the-client-id")
    }),
  )
})

describe("without its settings", () => {
  it.live("there is no collection, and the settings are named", () =>
    Effect.gen(function* () {
      const { configured, settings } = yield* Effect.provide(FilmCollections, Trakt.collections(undefined))
      expect(configured).toEqual([])
      expect(settings).toBe("TRAKT_CLIENT_ID and TRAKT_TOKEN")
    }).pipe(Effect.provide(FetchHttpClient.layer)),
  )
})
