import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import {
  artist,
  collectionOf,
  copies,
  type Copy,
  discogs,
  instancesIn,
  noSuchRelease,
  release,
} from "./samples.ts"
import type { Reply } from "../scriptedServer.ts"

describe("a record of a collection", () => {
  const only = (copy: Partial<Copy>) =>
    Effect.gen(function* () {
      const { batches } = yield* discogs(collectionOf([{ release: 7, instance: 9, ...copy }], 2))
      return (yield* batches())[0]?.items[0]
    })

  it.live("has all known fields, with the time of adding as an instant", () =>
    Effect.gen(function* () {
      expect(yield* only({})).toEqual({
        source: "discogs",
        instanceId: 9,
        releaseId: 7,
        title: "Weather Maps 7",
        artist: "The Paper Lanterns",
        year: 1998,
        format: "Vinyl",
        imageUrl: "https://img.example/600/a.jpg",
        addedAt: Date.parse("2020-01-19T22:19:11Z"),
        mediaCondition: "",
        sleeveCondition: "",
      })
    }),
  )

  const artists: ReadonlyArray<readonly [ReadonlyArray<object>, string]> = [
    [[artist("Zoo (3)")], "Zoo"],
    [[artist("Zoo Lake")], "Zoo Lake"],
    [[artist("1969 (12)")], "1969"],
    [[artist("Half Moth*")], "Half Moth"],
    [[artist("***")], "***"],
    [[artist("M*A*S*H")], "M*A*S*H"],
    [[artist("Lanterns, The")], "The Lanterns"],
    [[artist("Ida Quarry & Half Moth", "", "Ida + Moth")], "Ida Quarry & Half Moth"],
    [[artist("Zoo (3)", "/"), artist("Half Moth (2)")], "Zoo / Half Moth"],
    [
      [
        artist("Orion (2)", "Featuring"),
        artist("Royal (4)", ","),
        artist("Ida", "&"),
        artist("Zoo (3)", "x"),
      ],
      "Orion Featuring Royal, Ida & Zoo",
    ],
    [[artist("Ida"), artist("Zoo")], "Ida, Zoo"],
    [[], ""],
  ]
  it.live.each(artists)("by %j is shown as by %j", ([names, shown]) =>
    Effect.gen(function* () {
      expect((yield* only({ information: { artists: names } }))?.artist).toBe(shown)
    }),
  )

  const fields: ReadonlyArray<readonly [information: object, shown: object]> = [
    [{ year: 0 }, { year: 0 }],
    [{ year: "1983" }, { year: 1983 }],
    [{ year: 19_830 }, { year: 0 }],
    [
      { year: null, formats: null, artists: null, title: null },
      { year: 0, format: "", artist: "", title: "" },
    ],
    [{ formats: [] }, { format: "" }],
    [
      {
        formats: [
          { name: "CD", qty: "1" },
          { name: "Vinyl", qty: "1" },
        ],
      },
      { format: "CD" },
    ],
    [{ title: "a\0b" }, { title: "ab" }],
    [{ cover_image: "" }, { imageUrl: "https://img.example/150/a.jpg" }],
    [{ cover_image: "", thumb: "" }, { imageUrl: "" }],
    [{ cover_image: "/image/R-1.jpeg", thumb: null }, { imageUrl: "" }],
    [{ cover_image: "https://st.example/images/spacer.gif", thumb: "" }, { imageUrl: "" }],
  ]
  it.live.each(fields)("with %j is read as %j", ([information, shown]) =>
    Effect.gen(function* () {
      expect(yield* only({ information })).toMatchObject(shown)
    }),
  )

  it.live.each([undefined, null, "", "yesterday", "7", "2020-02-30T00:00:00Z"])(
    "without a date (%j) has none",
    (date_added) =>
      Effect.gen(function* () {
        expect((yield* only({ more: { date_added } }))?.addedAt).toBeUndefined()
      }),
  )

  it.live("has the grades of disc and sleeve that its owner noted", () =>
    Effect.gen(function* () {
      const notes = [
        { field_id: 3, value: "A gift" },
        { field_id: 2, value: "Very Good Plus (VG+)" },
        { field_id: 1, value: "Near Mint (NM or M-)" },
      ]
      expect(yield* only({ more: { notes } })).toMatchObject({
        mediaCondition: "Near Mint (NM or M-)",
        sleeveCondition: "Very Good Plus (VG+)",
      })
      expect(yield* only({ more: { notes: null } })).toMatchObject({
        mediaCondition: "",
        sleeveCondition: "",
      })
    }),
  )

  it.live("with only its ids is still a record", () =>
    Effect.gen(function* () {
      const more = { basic_information: undefined }
      expect(yield* only({ more })).toMatchObject({ instanceId: 9, releaseId: 7, title: "", artist: "" })
    }),
  )
})

describe("the copies of a release", () => {
  it.live("are those in the collection, one of each instance", () =>
    Effect.gen(function* () {
      const kept = [...copies(2), { release: 70_001, instance: 500 }]
      const { server, source } = yield* discogs(collectionOf(kept, 2))
      const found = yield* source.copiesOf(70_001)
      expect(found.map(({ instanceId }) => instanceId)).toEqual([101, 500])
      expect(yield* source.copiesOf(5)).toEqual([])
      expect(server.calls[0]?.path).toBe("/users/someone/collection/releases/70001")
    }),
  )

  it.live("are empty if there is no such release", () =>
    Effect.gen(function* () {
      const { source } = yield* discogs(() => noSuchRelease)
      expect(yield* source.copiesOf(5)).toEqual([])
    }),
  )
})

describe("a release", () => {
  const found = (body: object) =>
    Effect.gen(function* () {
      const { source } = yield* discogs(() => ({ body }))
      return Option.getOrUndefined(yield* source.release(70_001))
    })

  it.live("has its names, year, first format and primary image", () =>
    Effect.gen(function* () {
      expect(yield* found(release(70_001))).toEqual({
        releaseId: 70_001,
        title: "Weather Maps 70001",
        artist: "The Paper Lanterns",
        year: 1998,
        format: "Vinyl",
        imageUrl: "https://img.example/front.jpg",
      })
    }),
  )

  const pictures: ReadonlyArray<readonly [more: object, imageUrl: string]> = [
    [{ images: [{ type: "secondary", uri: "https://img.example/b.jpg" }] }, "https://img.example/b.jpg"],
    [{ images: [{ type: "primary", uri: "" }] }, "https://img.example/150/a.jpg"],
    [{ images: undefined, thumb: "" }, ""],
    [{ images: undefined, thumb: undefined }, ""],
  ]
  it.live.each(pictures)("with %j has the image %j", ([more, imageUrl]) =>
    Effect.gen(function* () {
      expect((yield* found(release(1, more)))?.imageUrl).toBe(imageUrl)
    }),
  )

  it.live("is empty if there is no such release", () =>
    Effect.gen(function* () {
      const { source } = yield* discogs(() => noSuchRelease)
      expect(yield* source.release(5)).toEqual(Option.none())
    }),
  )
})

describe("a search", () => {
  const named = { artist: "Ida Quarry", title: "Salt", year: undefined }

  it.live("requests releases by artist and title, by year and on vinyl if requested", () =>
    Effect.gen(function* () {
      const { server, source } = yield* discogs(() => ({ body: { pagination: {}, results: [] } }))
      yield* source.search(named, { vinylOnly: false })
      yield* source.search({ ...named, year: 1983 }, { vinylOnly: true })
      const every = { type: "release", artist: "Ida Quarry", release_title: "Salt", per_page: "100" }
      expect(server.calls.map(({ query }) => Object.fromEntries(query))).toEqual([
        every,
        { ...every, year: "1983", format: "Vinyl" },
      ])
      expect(server.calls[0]?.path).toBe("/database/search")
    }),
  )

  it.live("finds only releases, with each way to split artist and title", () =>
    Effect.gen(function* () {
      const results = [
        { id: 1, type: "artist", title: "Ida Quarry", thumb: null },
        { id: 2, type: "master", title: "Ida Quarry - Salt", year: "1983", format: ["Vinyl", "LP"] },
        { id: 3, type: "release", title: "Ida Quarry (2) - Salt", year: "1983", format: ["Vinyl", "LP"] },
        { id: 4, type: "release", title: "Ida - Quarry* - Salt - Live", format: null },
        { id: 5, type: "release", title: "Salt", year: "" },
      ]
      const { source } = yield* discogs(() => ({ body: { pagination: {}, results } }))
      expect(yield* source.search(named, { vinylOnly: false })).toEqual([
        {
          releaseId: 3,
          names: [
            { artist: "Ida Quarry", title: "Salt" },
            { artist: "Ida Quarry (2)", title: "Salt" },
          ],
          year: 1983,
          formats: ["Vinyl", "LP"],
        },
        {
          releaseId: 4,
          names: [
            { artist: "Ida", title: "Quarry* - Salt - Live" },
            { artist: "Ida - Quarry", title: "Salt - Live" },
            { artist: "Ida - Quarry*", title: "Salt - Live" },
            { artist: "Ida - Quarry - Salt", title: "Live" },
            { artist: "Ida - Quarry* - Salt", title: "Live" },
          ],
          year: 0,
          formats: [],
        },
        { releaseId: 5, names: [], year: 0, formats: [] },
      ])
    }),
  )
})

describe("adding a release", () => {
  it.live("posts it, without a body, to the folder that every account has, and returns its instance", () =>
    Effect.gen(function* () {
      const kept = copies(1)
      const { server, source } = yield* discogs(collectionOf(kept, 2))
      expect(yield* source.add(8)).toBe(101)
      expect(kept.at(-1)).toEqual({ release: 8, instance: 101 })
      expect(server.calls).toMatchObject([
        {
          method: "POST",
          path: "/users/someone/collection/folders/1/releases/8",
          headers: { "content-length": "0" },
        },
      ])
    }),
  )

  it.live.each([{ status: 500, body: "" }, { status: 429, body: "\n" }, "reset"] satisfies Array<Reply>)(
    "is tried once, whatever the response: %j",
    (reply) =>
      Effect.gen(function* () {
        const { clock, server, source } = yield* discogs(() => reply)
        yield* Effect.flip(source.add(8).pipe(clock.provide))
        expect(server.calls).toHaveLength(1)
      }),
  )
})

describe("trouble", () => {
  const walkFails = (reply: Reply) =>
    Effect.gen(function* () {
      const { batches, clock, server } = yield* discogs(() => reply)
      return { error: yield* Effect.flip(batches()), clock, server }
    })

  it.live("of an account that does not exist names DISCOGS_USER", () =>
    Effect.gen(function* () {
      const { error } = yield* walkFails({ status: 404, body: { message: "User does not exist." } })
      expect(error).toMatchObject({ failure: "unauthorized" })
      expect(error.message).toContain("DISCOGS_USER")
    }),
  )

  it.live("of a refused token names DISCOGS_TOKEN", () =>
    Effect.gen(function* () {
      const body = { message: "You must authenticate to access this resource." }
      const { error, server } = yield* walkFails({ status: 401, body })
      expect(error).toMatchObject({ failure: "unauthorized" })
      expect(error.message).toContain("DISCOGS_TOKEN")
      expect(server.calls).toHaveLength(1)
    }),
  )

  it.live.each(["\n", '{"message": "You are making requests too quickly."}'])(
    "of too many calls is waited for, though no header says how long: %j",
    (body) =>
      Effect.gen(function* () {
        const answer = collectionOf(copies(3), 2)
        const headers = { "x-discogs-ratelimit": "60", "x-discogs-ratelimit-remaining": "0" }
        const { batches, clock } = yield* discogs((asked, call) =>
          call === 2 ? { status: 429, headers, body } : answer(asked),
        )
        expect(instancesIn(yield* batches())).toEqual([100, 101, 102])
        expect(clock.slept).toEqual([20_000])
      }),
  )

  it.live("never reports the token", () =>
    Effect.gen(function* () {
      for (const reply of [{ status: 401, body: "the-token" }, { status: 302, body: "" }, "reset"] as const) {
        const { error } = yield* walkFails(reply)
        expect(JSON.stringify(error)).not.toContain("the-token")
      }
    }),
  )
})

it.live("calls are a second apart at Discogs' own host, and not at another", () =>
  Effect.gen(function* () {
    const { batches, clock, server } = yield* discogs(collectionOf(copies(5), 2), { url: undefined })
    // Nothing leaves this process: the fetch is ours.
    const rerouted: typeof fetch = (input, init) => {
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      return fetch(new URL(pathname + search, server.url), init)
    }
    yield* Effect.provideService(batches(), FetchHttpClient.Fetch, rerouted)
    expect(clock.slept).toEqual([1_000, 1_000])
    const other = yield* discogs(collectionOf(copies(5), 2))
    yield* other.batches()
    expect(other.clock.slept).toEqual([])
  }),
)
