import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { ScrobbleSources } from "@daybook/listening"
import { Lastfm } from "../src/index.ts"
import { hastyClock } from "./hastyClock.ts"
import { answer, extended, nowPlaying, star, track, undated } from "./lastfm.samples.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import { recordedText, whereRecorded } from "./recordings.ts"
import { type Reply, scriptedServer } from "./scriptedServer.ts"

const lastfm = (script: Parameters<typeof scriptedServer>[0], startMillis?: number) =>
  Effect.gen(function* () {
    const clock = hastyClock(startMillis)
    const server = yield* scriptedServer(script)
    const source = yield* Lastfm.make({ url: server.url, apiKey: Redacted.make("the-key"), user: "someone" })
    const batches = (cursor?: string) =>
      Stream.runCollect(source.scrobbles(Option.fromUndefinedOr(cursor))).pipe(clock.provide)
    const latest = source.latest.pipe(clock.provide)
    return { server, source, clock, batches, latest }
  }).pipe(Effect.provide(FetchHttpClient.layer))

/** The scrobbles of a history that is this one answer. */
const scrobblesOf = (body: object) =>
  Effect.gen(function* () {
    const { batches } = yield* lastfm(() => ({ body }))
    return (yield* batches()).flatMap((batch) => batch.items)
  })

const onlyTrack = (changes: object) =>
  Effect.map(
    scrobblesOf(answer([{ ...track({ uts: 1_700_000_000 }), ...changes }], { totalPages: 1 })),
    ([item]) => item,
  )

describe("a scrobble", () => {
  it.live("is artist, track, album, largest image and milliseconds", () =>
    Effect.gen(function* () {
      expect(yield* onlyTrack({})).toEqual({
        artist: "The Paper Lanterns",
        track: "Tin Roof",
        album: "Weather Maps",
        imageUrl: "https://lastfm.example/i/u/300x300/aa.png",
        playedAt: 1_700_000_000_000,
      })
    }),
  )

  const changes: ReadonlyArray<[string, object, object]> = [
    [
      "artist by name, as with extended=1",
      { artist: { name: "Ada", url: "", mbid: "", image: [] } },
      { artist: "Ada" },
    ],
    ["no album", { album: { mbid: "", "#text": "" } }, { album: "" }],
    ["album missing", { album: undefined }, { album: "" }],
    ["a time that is a number", { date: { uts: 1_600_000_000 } }, { playedAt: 1_600_000_000_000 }],
    ["blank images", { image: [{ size: "small", "#text": "" }] }, { imageUrl: "" }],
    ["the grey star", { image: [{ size: "extralarge", "#text": star }] }, { imageUrl: "" }],
    [
      "one image without its list",
      { image: { size: "small", "#text": "https://a.example/b.png" } },
      { imageUrl: "https://a.example/b.png" },
    ],
    [
      "images in any order",
      {
        image: [
          { size: "extralarge", "#text": "https://a.example/xl.png" },
          { size: "medium", "#text": "https://a.example/m.png" },
          { size: "", "#text": "https://a.example/none.png" },
        ],
      },
      { imageUrl: "https://a.example/xl.png" },
    ],
    ["a character that PostgreSQL cannot hold", { name: "Tin\0 Roof" }, { track: "Tin Roof" }],
  ]
  it.live.each(changes)("%s", ([, change, expected]) =>
    Effect.gen(function* () {
      expect(yield* onlyTrack(change)).toMatchObject(expected)
    }),
  )
})

describe("a page", () => {
  it.live("may hold a single track without its list", () =>
    Effect.gen(function* () {
      expect(yield* scrobblesOf(answer(track({ uts: 5 }), { totalPages: "1" }))).toHaveLength(1)
    }),
  )

  it.live.each([[], undefined])("may hold nothing: %j; the cursor is saved all the same", (tracks) =>
    Effect.gen(function* () {
      const { batches } = yield* lastfm(
        () => ({ body: answer(tracks, { totalPages: 0, total: 0 }) }),
        9_000_000,
      )
      expect(yield* batches()).toEqual([
        { items: [], cursor: JSON.stringify({ user: "someone", through: 9000 }) },
      ])
    }),
  )

  it.live("never gives what plays now, dated or not", () =>
    Effect.gen(function* () {
      const tracks = [nowPlaying, { ...nowPlaying, date: { uts: "7" } }, track({ uts: 5 })]
      expect((yield* scrobblesOf(answer(tracks, { totalPages: 1 }))).map((item) => item.playedAt)).toEqual([
        5000,
      ])
    }),
  )

  const malformed: ReadonlyArray<[string, object]> = [
    ["recenttracks: Missing key", {}],
    ["recenttracks", { recenttracks: [] }],
  ]
  it.live.each(malformed)("whose frame is broken fails and names the field: %s", ([field, body]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(scrobblesOf(body))
      expect(error).toMatchObject({ failure: "malformed answer", message: expect.stringContaining(field) })
    }),
  )
})

describe("a rejected row", () => {
  const rejected: ReadonlyArray<[string, unknown]> = [
    ["name: Missing key", { ...track({ uts: 6 }), name: undefined }],
    ["name", { ...track({ uts: 6 }), name: null }],
    ["name", { ...track({ uts: 6 }), name: 7 }],
    ["name: is empty", track({ uts: 6, name: "" })],
    ["artist: is empty", track({ uts: 6, artist: " " })],
    ["artist", { ...track({ uts: 6 }), artist: {} }],
    ["artist: Missing key", { ...track({ uts: 6 }), artist: undefined }],
    ["album", { ...track({ uts: 6 }), album: "Weather Maps" }],
    ["image", { ...track({ uts: 6 }), image: "none" }],
    ["date: is missing", undated],
    ["date: is missing", { ...undated, date: null }],
    ["date.uts", { ...undated, date: { uts: "" } }],
    ["date.uts", { ...undated, date: { uts: "soon" } }],
    ["date.uts", track({ uts: 1e15 })],
    ["@attr", { ...track({ uts: 6 }), "@attr": "none" }],
    ["the row", "a text"],
    ["the row", null],
  ]
  it.live.each(rejected)("is set aside with its reason, and the others are stored: %s", ([reason, row]) =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const body = answer([track({ uts: 7 }), row, track({ uts: 5 })], { totalPages: 1 })
      const items = yield* scrobblesOf(body).pipe(provide)
      expect(items.map(({ playedAt }) => playedAt)).toEqual([7000, 5000])
      expect(kept).toHaveLength(1)
      expect(kept[0]).toMatchObject({
        source: "lastfm",
        kind: "row",
        reason: expect.stringContaining(reason),
        raw: JSON.stringify(row),
      })
    }),
  )

  it.live("tells the fault without the value", () =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const rows = [
        { ...track({ uts: 6 }), name: ["my-own-secret"] },
        { ...undated, date: { uts: "my-own-secret" } },
      ]
      yield* scrobblesOf(answer(rows, { totalPages: 1 })).pipe(provide)
      expect(kept).toHaveLength(2)
      for (const { reason } of kept) expect(reason).not.toContain("my-own-secret")
    }),
  )

  it.live("is read again by the same decoder once it fits", () =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      const { source } = yield* lastfm(() => ({ body: {} }))
      const rows = [track({ uts: 5 }), { ...track({ uts: 6 }), name: 7 }]
      const items = yield* (source.readAgain?.(rows) ?? Effect.succeed([])).pipe(provide)
      expect(items.map(({ playedAt }) => playedAt)).toEqual([5000])
      expect(kept).toHaveLength(1)
    }),
  )

  const playing: ReadonlyArray<unknown> = [
    { ...nowPlaying, name: null },
    { ...nowPlaying, artist: {} },
    { ...nowPlaying, image: 5 },
  ]
  it.live.each(playing)("that plays now is none, since it is no play: %#", (row) =>
    Effect.gen(function* () {
      const { kept, provide } = collectRejectedRows()
      yield* scrobblesOf(answer([row, track({ uts: 5 })], { totalPages: 1 })).pipe(provide)
      expect(kept).toEqual([])
    }),
  )
})

describe("an answer that does not tell how long the history is", () => {
  const lengths: ReadonlyArray<[string, object | undefined]> = [
    ["has no @attr", undefined],
    ["has an empty one", {}],
    ["has one that is null", { "@attr": null }],
    ["has numbers that are none", { "@attr": { totalPages: "many", total: null, perPage: {} } }],
  ]
  it.live.each(lengths)("is walked to the first page without plays: %s", ([, attributes = {}]) =>
    Effect.gen(function* () {
      const { batches, server } = yield* lastfm(({ query }) => {
        const page = Number(query.get("page"))
        const tracks = page <= 3 ? [nowPlaying, track({ uts: 10 - page })] : [nowPlaying]
        return { body: { recenttracks: { track: tracks, ...attributes } } }
      })
      const walked = yield* batches()
      expect(walked.flatMap(({ items }) => items.map(({ playedAt }) => playedAt))).toEqual([9000, 8000, 7000])
      // The empty page is asked for twice.
      expect(server.calls.map(({ query }) => query.get("page"))).toEqual(["1", "2", "3", "4", "4"])
      expect(walked.at(-1)?.cursor).toContain("through")
    }),
  )
})

describe("a service without a length", () => {
  it.live("that gives the same page whatever is asked for is read once", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* lastfm(() => ({
        body: { recenttracks: { track: [track({ uts: 5 })] } },
      }))
      expect((yield* batches()).at(-1)?.cursor).toContain("through")
      expect(server.calls).toHaveLength(2)
    }),
  )

  it.live("fails where no play of a page can be read", () =>
    Effect.gen(function* () {
      const { batches } = yield* lastfm(() => ({ body: { recenttracks: { track: [{ name: 5 }] } } }))
      expect(yield* Effect.flip(batches())).toMatchObject({ failure: "malformed answer" })
    }),
  )
})

describe("errors are read from the body, whatever the status", () => {
  const errors: ReadonlyArray<[number, string, string, number]> = [
    ...[4, 9, 10, 13, 14, 26].map((code): [number, string, string, number] => [
      code,
      "unauthorized",
      "check LASTFM_API_KEY",
      1,
    ]),
    [6, "unauthorized", "check LASTFM_USER", 1],
    [17, "unauthorized", "privacy settings", 1],
    [29, "rate limited", "slow down", 5],
    [8, "unavailable", "try again later", 5],
    [11, "unavailable", "try again later", 5],
    [16, "unavailable", "try again later", 5],
    [3, "malformed answer", "error 3", 1],
  ]
  const statuses = [200, 403, 500]
  it.live.each(errors.flatMap((error) => statuses.map((status) => [...error, status] as const)))(
    "error %j",
    ([code, failure, message, calls, status]) =>
      Effect.gen(function* () {
        const body = { message: "whatever", error: status === 403 ? String(code) : code }
        const { batches, server } = yield* lastfm(() => ({ status, body }))
        const error = yield* Effect.flip(batches())
        expect(error).toMatchObject({ source: "lastfm", failure, message: expect.stringContaining(message) })
        expect(server.calls).toHaveLength(calls)
      }),
  )

  it.live("an HTML page with a 502 is tried again", () =>
    Effect.gen(function* () {
      const { batches } = yield* lastfm((_, call) =>
        call < 3 ? { status: 502, body: "<html>" } : { body: answer([track({ uts: 5 })], { totalPages: 1 }) },
      )
      expect(yield* batches()).toHaveLength(1)
    }),
  )
})

describe("the latest listen", () => {
  const bodies: ReadonlyArray<[string, unknown, object | undefined]> = [
    ["plays now", [nowPlaying, track({ uts: 5 })], { listen: { track: "Playing Now" }, playedAt: undefined }],
    ["was played", [track({ uts: 5 })], { listen: { track: "Tin Roof" }, playedAt: 5000 }],
    ["stands without its list", track({ uts: 5 }), { playedAt: 5000 }],
    ["plays now without a name", [{ ...nowPlaying, name: "" }, track({ uts: 5 })], { playedAt: 5000 }],
    ["never was", [], undefined],
    ["never was, key missing", undefined, undefined],
  ]
  it.live.each(bodies)("%s", ([, tracks, expected]) =>
    Effect.gen(function* () {
      const { latest, server } = yield* lastfm(() => ({ body: answer(tracks, { totalPages: 1 }) }))
      const found = Option.getOrUndefined(yield* latest)
      if (expected === undefined) expect(found).toBeUndefined()
      else expect(found).toMatchObject(expected)
      expect(server.calls[0]?.query.get("limit")).toBe("1")
    }),
  )

  const failures: ReadonlyArray<Reply> = [{ status: 500, body: "" }, { body: { error: 8 } }, "reset"]
  it.live.each(failures)("is asked for once only: %j", (reply) =>
    Effect.gen(function* () {
      const { latest, server } = yield* lastfm(() => reply)
      expect(yield* Effect.flip(latest)).toMatchObject({ failure: "unavailable" })
      expect(server.calls).toHaveLength(1)
    }),
  )
})

describe("the public pages", () => {
  const segments = [
    ["Weather Maps", "Weather+Maps"],
    ["Footballer's", "Footballer%27s"],
    ["AC/DC", "AC%2FDC"],
    ["1+1", "1%252B1"],
    ["100% & (more)! *", "100%25+%26+%28more%29%21+%2A"],
    ["Sigur Rós", "Sigur+R%C3%B3s"],
    ["宇多田", "%E5%AE%87%E5%A4%9A%E7%94%B0"],
    ["a?b#c", "a%3Fb%23c"],
    ["half \ud83d", "half+%EF%BF%BD"],
  ] as const
  it.each(segments)("%s", (name, segment) => {
    expect(Lastfm.pages.album(name, name)).toBe(`https://www.last.fm/music/${segment}/${segment}`)
    expect(Lastfm.pages.track(name, name)).toBe(`https://www.last.fm/music/${segment}/_/${segment}`)
  })
})

describe("the configured sources", () => {
  const config = { apiKey: Redacted.make("the-key"), user: "someone" }
  it.effect.each([
    [undefined, []],
    [config, ["lastfm"]],
  ] as const)("%#", ([configuration, names]) =>
    Effect.gen(function* () {
      const sources = yield* ScrobbleSources
      expect(sources.configured.map((source) => source.name)).toEqual(names)
      expect(sources.settings).toBe("LASTFM_API_KEY and LASTFM_USER")
    }).pipe(Effect.provide(Lastfm.sources(configuration).pipe(Layer.provide(FetchHttpClient.layer)))),
  )
})

interface AnswerCase {
  readonly name: string
  readonly body: string | object
  readonly count: number
}

const recordedAnswer = (file: string, count: number): AnswerCase => ({
  name: file,
  body: recordedText(`lastfm/${file}`),
  count,
})

const second = 1_700_000_000
const one = track({ uts: second })

const answers: ReadonlyArray<AnswerCase> = [
  { name: "one play of very many", body: answer([one], { totalPages: "70123", total: "70123" }), count: 1 },
  {
    name: "what is playing, and one play, extended",
    body: answer([extended(nowPlaying), extended(one)], { totalPages: "70120", total: "70120" }),
    count: 1,
  },
  {
    name: "a page of 8 that says it is the only one of 209 plays, extended",
    body: answer(
      [nowPlaying, ...Array.from({ length: 8 }, (_, index) => track({ uts: second - index }))].map(extended),
      { totalPages: "1", total: "209" },
    ),
    count: 8,
  },
  {
    name: "counts that are numbers",
    body: answer([one], { totalPages: 12, total: 12, perPage: 1 }),
    count: 1,
  },
  { name: "nothing, in numbers", body: answer([], { totalPages: 0, total: 0, perPage: 1 }), count: 0 },
  { name: "a play that stands in no list", body: answer(one, { totalPages: "1" }), count: 1 },
  ...whereRecorded(() => [
    recordedAnswer("recenttracks_limit1_idle.json", 1),
    recordedAnswer("recenttracks_extended_nowplaying_limit1.json", 1),
    recordedAnswer("recenttracks_extended_limit200_page1_of_1.json", 8),
    recordedAnswer("recenttracks_basic_numeric_attrs.json", 1),
    recordedAnswer("recenttracks_empty_numeric_attrs.json", 0),
    recordedAnswer("recenttracks_single_track_as_object.CONSTRUCTED.json", 1),
  ]),
]

describe("an answer as Last.fm gives it", () => {
  it.live.each(answers)("holds $count: $name", ({ body, count }) =>
    Effect.gen(function* () {
      const { source } = yield* lastfm(() => ({ body }))
      const [batch] = yield* Stream.runCollect(Stream.take(source.scrobbles(Option.none()), 1))
      expect(batch?.items).toHaveLength(count)
      for (const item of batch?.items ?? []) {
        expect(item.artist).not.toBe("")
        expect(item.playedAt).toBeGreaterThan(1e12)
      }
    }),
  )
})
