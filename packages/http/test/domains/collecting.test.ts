import type { OwnedFilm, OwnedRecord, RecordCollection } from "@daybook/collecting"
import { SourceError } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { assertFailure, Instant, readAs } from "../replies.ts"
import { startServer, type TestServer } from "../testServer.ts"

const formatsPath = "/v1/collecting/media/formats"
const vinylPath = "/v1/admin/collecting/vinyl"
const syncPath = "/v1/admin/sync/collecting"

const Formats = Schema.Struct({
  data: Schema.Array(Schema.Struct({ name: Schema.String, count: Schema.Int })),
})
const Added = Schema.Struct({
  status: Schema.String,
  release: Schema.Struct({
    title: Schema.String,
    artist: Schema.String,
    year: Schema.Int,
    collection_release_id: Schema.Int,
    format: Schema.String,
  }),
  collection: Schema.Struct({ instance_id: Schema.Int }),
  image_processed: Schema.Boolean,
})
const Synced = Schema.Struct({
  status: Schema.Literal("completed"),
  items_synced: Schema.Int,
  remaining: Schema.Int,
  timestamp: Instant,
})

const salt = {
  releaseId: 7,
  title: "Salt",
  artist: "Ida Quarry",
  year: 1983,
  format: "Vinyl",
  imageUrl: "https://img.example/salt.jpg" as const,
}

/** A collection service that knows one release, and stores additions. */
const makeService = (more: Partial<RecordCollection> = {}) => {
  const owned: Array<OwnedRecord> = []
  const service: RecordCollection = {
    name: "discogs",
    records: () => Stream.suspend(() => Stream.make({ items: [...owned], cursor: "end" })),
    copiesOf: (releaseId) => Effect.sync(() => owned.filter((record) => record.releaseId === releaseId)),
    release: (releaseId) => Effect.succeed(releaseId === 7 ? Option.some(salt) : Option.none()),
    details: () => Effect.succeedNone,
    search: ({ artist, title }) =>
      Effect.succeed([{ releaseId: 7, names: [{ artist, title }], year: 1983, formats: ["Vinyl"] }]),
    add: () =>
      Effect.sync(() => {
        owned.push({
          ...salt,
          source: "discogs",
          instanceId: 40 + owned.length,
          addedAt: 1_000,
          mediaCondition: "",
          sleeveCondition: "",
        })
        return 39 + owned.length
      }),
    ...more,
  }
  return { service, owned }
}

const films = (...formats: ReadonlyArray<string>): ReadonlyArray<OwnedFilm> =>
  formats.map((format, index) => ({
    source: "trakt",
    filmId: `${index}`,
    movieDbId: 0,
    title: "",
    year: 0,
    format,
    addedAt: undefined,
  }))

const vinyl = (server: TestServer, body: unknown) => server.command("POST", vinylPath, { body })
const formats = (server: TestServer) =>
  Effect.map(server.get(formatsPath), (reply) => readAs(Formats, reply).data)
const stored = (server: TestServer) =>
  Effect.map(server.collecting.recordsBeside("discogs", new Set()), (items) =>
    items.map(({ instanceId }) => instanceId),
  )

describe("media formats", () => {
  it.effect("are empty if nothing is owned", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assert.deepStrictEqual(yield* formats(server), [])
    }),
  )

  it.effect("come with their counts, most first, then by name", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.collecting.replaceFilms("trakt", films("vhs", "dvd", "uhd_bluray", "dvd", ""), [])
      assert.deepStrictEqual(yield* formats(server), [
        { name: "dvd", count: 2 },
        { name: "uhd_bluray", count: 1 },
        { name: "vhs", count: 1 },
      ])
    }),
  )

  it.effect("are the same bytes until films change, and then at once others", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.collecting.replaceFilms("trakt", films("dvd"), [])
      const etag = String((yield* server.get(formatsPath)).headers["etag"])
      const headers = { "if-none-match": etag }
      assert.strictEqual((yield* server.get(formatsPath, { headers })).status, 304)
      yield* server.collecting.replaceFilms("trakt", films("dvd", "dvd"), [])
      assert.strictEqual((yield* server.get(formatsPath, { headers })).status, 200)
      assert.deepStrictEqual(yield* formats(server), [{ name: "dvd", count: 2 }])
    }),
  )
})

describe("adding vinyl", () => {
  it.effect("responds with every field, by number and by name, and the second time with the same copy", () =>
    Effect.gen(function* () {
      const { owned, service } = makeService()
      const server = yield* startServer({ recordCollections: [service] })
      const first = yield* vinyl(server, { collection_release_id: 7 })
      assert.strictEqual(first.status, 200, first.text)
      const { imageUrl: _image, releaseId: collection_release_id, ...release } = salt
      assert.deepStrictEqual(readAs(Added, first), {
        status: "added",
        release: { ...release, collection_release_id },
        collection: { instance_id: 40 },
        image_processed: false,
      })
      const again = yield* vinyl(server, { title: "SALT", artist: "The Ida Quarry", year: 1983, more: 1 })
      assert.deepStrictEqual(readAs(Added, again), {
        ...readAs(Added, first),
        status: "already_in_collection",
      })
      assert.lengthOf(owned, 1)
      assert.deepStrictEqual(yield* stored(server), [40])
    }),
  )

  const unfit: ReadonlyArray<readonly [body: unknown, says: RegExp]> = [
    ["", /^collection_release_id: is missing/],
    [{}, /^collection_release_id: is missing; send it, or both title and artist$/],
    [{ title: "Salt" }, /^collection_release_id: /],
    [{ title: "Salt", artist: "" }, /^collection_release_id: /],
    [{ collection_release_id: "7" }, /^collection_release_id: must be a whole number from 1\b/],
    [{ collection_release_id: 7.5 }, /^collection_release_id: must be a whole number from 1\b/],
    [{ collection_release_id: 0 }, /^collection_release_id: must be a whole number from 1\b/],
    [{ collection_release_id: null }, /^collection_release_id: /],
    [{ title: 7, artist: "Ida Quarry" }, /^title: must be a text$/],
    [{ title: "Salt", artist: ["Ida Quarry"] }, /^artist: must be a text$/],
    [{ title: "Salt", artist: "Ida Quarry", year: "1983" }, /^year: must be a whole number from 0 to 9999$/],
    [{ title: "Salt", artist: "Ida Quarry", year: 1.5 }, /^year: must be a whole number from 0 to 9999$/],
    ["[]", /^The body/],
    ["{", /JSON/],
  ]
  for (const [body, says] of unfit) {
    it.effect(`of ${JSON.stringify(body)} is refused as 400 that says ${says}`, () =>
      Effect.gen(function* () {
        const { owned, service } = makeService()
        const server = yield* startServer({ recordCollections: [service] })
        assertFailure(yield* vinyl(server, body), 400, says)
        assert.lengthOf(owned, 0)
      }),
    )
  }

  it.effect("of an unknown release, or of none of that name, is 404", () =>
    Effect.gen(function* () {
      const { service } = makeService({ search: () => Effect.succeed([]) })
      const server = yield* startServer({ recordCollections: [service] })
      assertFailure(yield* vinyl(server, { collection_release_id: 8 }), 404, /^There is no release 8$/)
      assertFailure(yield* vinyl(server, { title: "Salt", artist: "Ida" }), 404, /"Salt" by Ida/)
    }),
  )

  it.effect(
    "without a configured collection is 500 that names the settings; invalid input is 400 first",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        assertFailure(yield* vinyl(server, { collection_release_id: 7 }), 500, /RECORDS_TOKEN/)
        assertFailure(yield* vinyl(server, {}), 400)
      }),
  )

  it.effect("while the service is down is 500 that says so", () =>
    Effect.gen(function* () {
      const down = new SourceError({
        source: "discogs",
        failure: "unavailable",
        message: "Discogs is failing (502); try again later",
      })
      const { service } = makeService({ release: () => Effect.fail(down) })
      const server = yield* startServer({ recordCollections: [service] })
      assertFailure(yield* vinyl(server, { collection_release_id: 7 }), 500, /^Discogs is failing \(502\)/)
    }),
  )

  it.effect("continues to its end when its caller hangs up", () =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const gate = yield* Deferred.make<void>()
      const { service } = makeService({
        add: () => Effect.as(Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(gate)), 40),
      })
      const server = yield* startServer({ recordCollections: [service] })
      const caller = yield* Effect.forkChild(vinyl(server, { collection_release_id: 7 }))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(caller)
      const nextTurn = Effect.promise(() => new Promise((next) => setImmediate(next)))
      while ((yield* server.connections) > 0) yield* nextTurn
      for (let turn = 0; turn < 10; turn++) yield* nextTurn
      assert.deepStrictEqual(yield* stored(server), [])
      yield* Deferred.succeed(gate, undefined)
      while ((yield* stored(server)).length === 0) yield* nextTurn
      assert.deepStrictEqual(yield* stored(server), [40])
    }),
  )
})

describe("a sync of collecting", () => {
  it.effect("brings films and records, and says how much is new", () =>
    Effect.gen(function* () {
      const { service } = makeService()
      const server = yield* startServer({
        recordCollections: [service],
        filmCollections: [
          { name: "trakt", films: Effect.succeed({ films: films("dvd", "bluray", "dvd"), unread: [] }) },
        ],
      })
      yield* vinyl(server, { collection_release_id: 7 })
      const first = readAs(Synced, yield* server.command("POST", syncPath))
      // The added record comes back with the date that the service has given it.
      assert.deepStrictEqual([first.items_synced, first.remaining], [4, 0])
      assert.strictEqual(readAs(Synced, yield* server.command("POST", syncPath)).items_synced, 0)
      assert.deepStrictEqual(yield* formats(server), [
        { name: "dvd", count: 2 },
        { name: "bluray", count: 1 },
      ])
      assert.deepStrictEqual(yield* stored(server), [40])
    }),
  )

  it.effect("without a source names the settings of both", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const says = assertFailure(yield* server.command("POST", syncPath), 500, /RECORDS_TOKEN/)
      assert.include(says, "FILMS_TOKEN")
    }),
  )
})
