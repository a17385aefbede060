import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { answer, extended, nowPlaying, star, track } from "./samples.ts"
import { recordedText, whereRecorded } from "../recordings.ts"
import { lastfm, scrobblesOf, onlyTrack } from "./client.ts"

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

  it.live.each([[], undefined])("may contain nothing: %j; the cursor is saved all the same", (tracks) =>
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

  it.live("never returns the track now playing, dated or not", () =>
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
  it.live.each(malformed)("with a malformed frame fails and names the field: %s", ([field, body]) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(scrobblesOf(body))
      expect(error).toMatchObject({ failure: "malformed answer", message: expect.stringContaining(field) })
    }),
  )
})

describe("a response without the length of the history", () => {
  const lengths: ReadonlyArray<[string, object | undefined]> = [
    ["has no @attr", undefined],
    ["has an empty one", {}],
    ["has one that is null", { "@attr": null }],
    ["has invalid numbers", { "@attr": { totalPages: "many", total: null, perPage: {} } }],
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
      // The empty page is requested twice.
      expect(server.calls.map(({ query }) => query.get("page"))).toEqual(["1", "2", "3", "4", "4"])
      expect(walked.at(-1)?.cursor).toContain("through")
    }),
  )
})

describe("a service without a length", () => {
  it.live("that always returns the same page is read once", () =>
    Effect.gen(function* () {
      const { batches, server } = yield* lastfm(() => ({
        body: { recenttracks: { track: [track({ uts: 5 })] } },
      }))
      expect((yield* batches()).at(-1)?.cursor).toContain("through")
      expect(server.calls).toHaveLength(2)
    }),
  )

  it.live("fails if no play of a page can be read", () =>
    Effect.gen(function* () {
      const { batches } = yield* lastfm(() => ({ body: { recenttracks: { track: [{ name: 5 }] } } }))
      expect(yield* Effect.flip(batches())).toMatchObject({ failure: "malformed answer" })
    }),
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

describe("a response as Last.fm returns it", () => {
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
