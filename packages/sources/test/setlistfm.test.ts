import { AttendingFeeds } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Attending, Setlistfm } from "../src/index.ts"
import { collectRejectedRows } from "./collectRejectedRows.ts"
import { type Asked, type Reply, scriptedServer } from "./scriptedServer.ts"

const artist = (name: string) => ({ mbid: "", name, sortName: name, disambiguation: "", url: "" })

const setlist = (id: string, more: object = {}) => ({
  id,
  versionId: "7be1aaa0",
  eventDate: "06-05-2024",
  lastUpdated: "2024-05-07T05:18:08.000+0000",
  artist: artist("The Paper Lanterns"),
  venue: {
    id: "6bd6ca6e",
    name: "Pier Hall",
    city: {
      id: "1",
      name: "Eastport",
      state: "Maine",
      coords: { long: -66.98, lat: 44.9 },
      country: { code: "US", name: "United States" },
    },
  },
  tour: { name: "Pier to Pier" },
  sets: {
    set: [
      { song: [{ name: "Salt" }, { name: "Intro", tape: true, info: "from a tape" }] },
      {
        encore: 1,
        song: [{ name: "Slate", cover: artist("Ida Quarry"), with: artist("Ida Quarry") }, { name: "" }],
      },
    ],
  },
  url: "https://setlists.example/1",
  ...more,
})

const page =
  (total: number, all: ReadonlyArray<unknown>) =>
  (asked: Asked): Reply => {
    const from = (Number(asked.query.get("p")) - 1) * 20
    const some = all.slice(from, from + 20)
    return some.length === 0
      ? { status: 404, body: { code: 404, message: "not found" } }
      : { body: { type: "setlists", itemsPerPage: 20, page: 1, total, setlist: some } }
  }

const account = (script: Parameters<typeof scriptedServer>[0]) =>
  Effect.gen(function* () {
    const server = yield* scriptedServer(script)
    const source = yield* Setlistfm.make({ url: server.url, key: Redacted.make("the-key"), user: "ida q" })
    const read = (cursor?: string) => Stream.runCollect(source.concerts(Option.fromUndefinedOr(cursor)))
    return { server, read }
  }).pipe(Effect.provide(FetchHttpClient.layer))

describe("concerts at setlist.fm", () => {
  it.live("are read with their songs, by the key in a header and as JSON", () =>
    Effect.gen(function* () {
      const { read, server } = yield* account(page(1, [setlist("63de4613")]))
      const [batch] = yield* read()
      const song = { encore: 0, coverOf: "", guest: "", note: "", isTape: false }
      assert.deepStrictEqual(batch?.items, [
        {
          ref: "63de4613",
          day: LocalDate.make("2024-05-06"),
          venue: {
            id: "6bd6ca6e",
            name: "Pier Hall",
            city: "Eastport",
            timeZone: "",
            position: { lat: 44.9, lng: -66.98 },
          },
          performer: "The Paper Lanterns",
          tour: "Pier to Pier",
          url: "https://setlists.example/1",
          songs: [
            { ...song, name: "Salt" },
            { ...song, name: "Intro", note: "from a tape", isTape: true },
            { ...song, name: "Slate", encore: 1, coverOf: "Ida Quarry", guest: "Ida Quarry" },
            { ...song, name: "", encore: 1 },
          ],
        },
      ])
      assert.deepStrictEqual(
        server.calls.map(({ headers, path, query }) => [
          path,
          query.get("p"),
          headers["x-api-key"],
          headers["accept"],
        ]),
        [["/rest/1.0/user/ida%20q/attended", "1", "the-key", "application/json"]],
      )
    }),
  )

  it.live(
    "are read page by page, from the page that a cut walk had reached, and from the first one after the last",
    () =>
      Effect.gen(function* () {
        const all = Array.from({ length: 41 }, (_, number) => setlist(`s${number}`))
        const { read, server } = yield* account(page(41, all))
        const batches = yield* read()
        assert.deepStrictEqual(
          batches.map(({ items }) => items.length),
          [20, 20, 1],
        )
        assert.strictEqual((yield* read(batches[0]?.cursor)).length, 2)
        assert.strictEqual((yield* read(batches[2]?.cursor)).length, 3)
        assert.deepStrictEqual(
          server.calls.map(({ query }) => query.get("p")),
          ["1", "2", "3", "2", "3", "1", "2", "3"],
        )
      }),
  )

  it.live("may be few, in either form of sets, and an unreadable one is set aside", () =>
    Effect.gen(function* () {
      const bare = {
        id: "a",
        eventDate: "06-05-2024",
        artist: { name: "A" },
        set: [{ song: [{ name: "S" }] }],
      }
      const { read } = yield* account(page(2, [setlist("b", { eventDate: "31-02-2024" }), bare]))
      const { kept, provide } = collectRejectedRows()
      const result = yield* provide(read())
      assert.deepStrictEqual(
        result[0]?.items.map(({ songs, venue }) => [songs.length, venue]),
        [[1, undefined]],
      )
      assert.match(kept[0]?.reason ?? "", /eventDate: Expected a day as dd-MM-yyyy/)
    }),
  )

  it.live("are refused with the settings to check", () =>
    Effect.gen(function* () {
      const { read } = yield* account(() => ({ status: 403, body: { message: "Forbidden" } }))
      const error = yield* Effect.flip(read())
      assert.match(error.message, /check SETLISTFM_KEY and SETLISTFM_USER/)
    }),
  )

  it.live(
    "of a user that it does not know, or of whom it knows none, are an error that names the setting",
    () =>
      Effect.gen(function* () {
        const nobody = yield* account(page(0, []))
        assert.match(
          (yield* Effect.flip(nobody.read())).message,
          /no concert of the user ida q .*SETLISTFM_USER/,
        )
        // The list has become shorter since the walk was cut.
        const { read } = yield* account(page(1, [setlist("a")]))
        const [batch] = yield* account(
          page(
            41,
            Array.from({ length: 41 }, (_, at) => setlist(`s${at}`)),
          ),
        ).pipe(Effect.flatMap((long) => long.read()))
        assert.deepStrictEqual(
          (yield* read(batch?.cursor)).map(({ items }) => items),
          [[]],
        )
      }),
  )

  it.effect("without settings of any service there are none, and a message says what to set", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* AttendingFeeds, {
        configured: [],
        settings:
          "GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and GOOGLE_REFRESH_TOKEN, or SETLISTFM_KEY and SETLISTFM_USER",
      })
    }).pipe(Effect.provide(Attending.feeds({})), Effect.provide(FetchHttpClient.layer)),
  )
})
