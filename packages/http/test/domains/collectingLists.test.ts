import type { OwnedFilm, OwnedRecord, ReleaseDetails } from "@daybook/collecting"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { assertFailure, Instant, InstantOrEmpty, listOf, readAs } from "../replies.ts"
import { start, startServer } from "../testServer.ts"

const base = "/v1/collecting"

const Image = Schema.optionalKey(Schema.Struct({ url: Schema.String }))
const WireRecord = Schema.Struct({
  id: Schema.Int,
  title: Schema.String,
  artist: Schema.String,
  year: Schema.Int,
  format: Schema.String,
  genres: Schema.Array(Schema.String),
  styles: Schema.Array(Schema.String),
  labels: Schema.Array(Schema.Struct({ name: Schema.String, catalog_number: Schema.String })),
  media_condition: Schema.String,
  sleeve_condition: Schema.String,
  source: Schema.String,
  collection_release_id: Schema.Int,
  added_at: InstantOrEmpty,
  image: Image,
})
const Whole = Schema.Struct({
  ...WireRecord.fields,
  instance_id: Schema.Int,
  country: Schema.String,
  released: Schema.String,
  tracks: Schema.Array(
    Schema.Struct({
      position: Schema.String,
      title: Schema.String,
      artist: Schema.String,
      duration_s: Schema.Int,
    }),
  ),
})
const WireFilm = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  year: Schema.Int,
  format: Schema.String,
  movie_db_id: Schema.Int,
  source: Schema.String,
  added_at: InstantOrEmpty,
  genres: Schema.optionalKey(Schema.Array(Schema.String)),
  image: Image,
})
const Added = Schema.Struct({
  type: Schema.Literals(["record", "media"]),
  id: Schema.String,
  title: Schema.String,
  artist: Schema.String,
  year: Schema.Int,
  format: Schema.String,
  added_at: Instant,
  image: Image,
})
const Count = Schema.Struct({ name: Schema.String, count: Schema.Int })
const Stats = Schema.Struct({
  records: Schema.Int,
  artists: Schema.Int,
  films: Schema.Int,
  first_added_at: InstantOrEmpty,
  last_added_at: InstantOrEmpty,
  by_format: Schema.Array(Count),
  by_decade: Schema.Array(Schema.Struct({ decade: Schema.Int, count: Schema.Int })),
})
const Genre = Schema.Struct({ id: Schema.String, kind: Schema.Literals(["genre", "style"]), ...Count.fields })
const Artist = Schema.Struct({ id: Schema.String, ...Count.fields })

const record = (instanceId: number, more: Partial<OwnedRecord> = {}): OwnedRecord => ({
  source: "discogs",
  instanceId,
  releaseId: 7_000 + instanceId,
  title: `Salt ${instanceId}`,
  artist: "Ida Quarry",
  year: 1983,
  format: "Vinyl",
  imageUrl: "",
  addedAt: start - instanceId * 86_400_000,
  mediaCondition: "",
  sleeveCondition: "",
  ...more,
})

const film: OwnedFilm = {
  source: "trakt",
  filmId: "9",
  movieDbId: 77,
  title: "The Lighthouse",
  year: 1984,
  format: "bluray",
  addedAt: undefined,
}

const details: ReleaseDetails = {
  country: "UK",
  released: "1983-05",
  genres: ["Rock"],
  styles: ["Shoegaze"],
  labels: [{ name: "Saltworks", catalogNumber: "SW 1" }],
  tracks: [{ position: "A1", title: "Tide", artist: "", seconds: 285 }],
}

describe("the lists of collecting", () => {
  it.effect("are empty if nothing is owned", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [path, shape] of [
        ["recent", Added],
        ["records", WireRecord],
        ["media", WireFilm],
        ["genres", Genre],
        ["artists", Artist],
      ] as const) {
        const { data, pagination } = readAs(
          listOf<Schema.Decoder<unknown>>(shape),
          yield* server.get(`${base}/${path}`),
        )
        assert.deepStrictEqual(data, [], path)
        assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 0, total_pages: 0 }, path)
      }
      assert.deepStrictEqual(readAs(Stats, yield* server.get(`${base}/stats`)), {
        records: 0,
        artists: 0,
        films: 0,
        first_added_at: "",
        last_added_at: "",
        by_format: [],
        by_decade: [],
      })
      assertFailure(yield* server.get(`${base}/records/1`), 404, /^There is no record 1$/)
      assertFailure(yield* server.get(`${base}/media/trakt:9:dvd`), 404, /^There is no film/)
    }),
  )

  it.effect("show what is owned, with every field", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { describeRelease, replaceFilms, storeRecords } = server.collecting
      const imageUrl = "https://img.example/salt.jpg"
      yield* storeRecords([record(1, { imageUrl, mediaCondition: "Mint (M)" }), record(2), record(3)])
      yield* describeRelease("discogs", 7_001, start, details)
      yield* replaceFilms("trakt", [film], [])

      const records = readAs(listOf(WireRecord), yield* server.get(`${base}/records?sort=title&limit=2`))
      assert.deepStrictEqual(records.pagination, { page: 1, limit: 2, total: 3, total_pages: 2 })
      const [first] = records.data
      const shown = {
        title: "Salt 1",
        artist: "Ida Quarry",
        year: 1983,
        format: "Vinyl",
        genres: ["Rock"],
        styles: ["Shoegaze"],
        labels: [{ name: "Saltworks", catalog_number: "SW 1" }],
        media_condition: "Mint (M)",
        sleeve_condition: "",
        source: "discogs",
        collection_release_id: 7_001,
        added_at: "2026-07-14T12:00:00.000Z",
        image: { url: imageUrl },
      }
      const id = first?.id ?? 0
      assert.deepStrictEqual(first, { id, ...shown })
      assert.deepStrictEqual(readAs(Whole, yield* server.get(`${base}/records/${id}`)), {
        id,
        ...shown,
        instance_id: 1,
        country: "UK",
        released: "1983-05",
        tracks: [{ position: "A1", title: "Tide", artist: "", duration_s: 285 }],
      })
      const titles = (path: string) =>
        Effect.map(server.get(`${base}/records?${path}`), (reply) =>
          readAs(listOf(WireRecord), reply).data.map(({ title }) => title),
        )
      assert.deepStrictEqual(yield* titles("order=asc"), ["Salt 3", "Salt 2", "Salt 1"])
      assert.deepStrictEqual(yield* titles("genre=shoegaze"), ["Salt 1"])
      assert.deepStrictEqual(yield* titles("q=%20salt%203&artist=IDA%20QUARRY&format=vinyl"), ["Salt 3"])
      assert.deepStrictEqual(yield* titles("q="), ["Salt 1", "Salt 2", "Salt 3"])

      const media = readAs(listOf(WireFilm), yield* server.get(`${base}/media?sort=year`)).data
      const filmId = "trakt:9:bluray"
      const { filmId: _, movieDbId: movie_db_id, addedAt: __, ...rest } = film
      assert.deepStrictEqual(media, [{ ...rest, id: filmId, movie_db_id, added_at: "" }])
      assert.deepStrictEqual(
        readAs(WireFilm, yield* server.get(`${base}/media/${encodeURIComponent(filmId)}`)),
        media[0],
      )
      const added = readAs(listOf(Added), yield* server.get(`${base}/recent?from=2026-07-13`)).data
      assert.deepStrictEqual(
        added.map((one) => one.title),
        ["Salt 1", "Salt 2"],
      )
      assert.deepStrictEqual(added[0]?.image, { url: imageUrl })
      assert.deepStrictEqual(readAs(listOf(Genre), yield* server.get(`${base}/genres`)).data, [
        { id: "genre:Rock", kind: "genre", name: "Rock", count: 1 },
        { id: "style:Shoegaze", kind: "style", name: "Shoegaze", count: 1 },
      ])
      assert.deepStrictEqual(readAs(listOf(Artist), yield* server.get(`${base}/artists`)).data, [
        { id: "Ida Quarry", name: "Ida Quarry", count: 3 },
      ])
      const stats = readAs(Stats, yield* server.get(`${base}/stats?date=2026-07-13`))
      assert.deepInclude(stats, { records: 1, films: 0, by_decade: [{ decade: 1980, count: 1 }] })
    }),
  )

  it.effect("are listed next to plays and watches, and follow them", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const RecordBeside = Schema.Struct({
        ...Struct.pick(WireRecord.fields, ["id", "title", "artist", "year", "format", "added_at", "image"]),
        playcount: Schema.Int,
        last_played_at: InstantOrEmpty,
      })
      const AlbumBeside = Schema.Struct({
        ...Struct.pick(RecordBeside.fields, [
          "id",
          "title",
          "artist",
          "playcount",
          "last_played_at",
          "image",
        ]),
      })
      const FilmBeside = Schema.Struct({
        ...WireFilm.fields,
        watch_count: Schema.Int,
        last_watched_at: InstantOrEmpty,
      })
      const CrossReference = Schema.Struct({
        played: listOf(RecordBeside),
        never_played: listOf(RecordBeside),
        not_owned: listOf(AlbumBeside),
        watched: listOf(FilmBeside),
        never_watched: listOf(FilmBeside),
      })
      const path = `${base}/cross-reference?limit=5`
      const mediaPath = `${base}/media`
      const asked = Effect.map(server.get(path), (reply) => readAs(CrossReference, reply))
      const none = { data: [], pagination: { page: 1, limit: 5, total: 0, total_pages: 0 } }
      const nothing = {
        played: none,
        never_played: none,
        not_owned: none,
        watched: none,
        never_watched: none,
      }
      assert.deepStrictEqual(yield* asked, nothing)

      const imageUrl = "https://img.example/salt.jpg" as const
      yield* server.collecting.storeRecords([record(1, { imageUrl }), record(2, { title: "Tide" })])
      yield* server.collecting.replaceFilms("trakt", [film], [])
      assert.notProperty(readAs(listOf(WireFilm), yield* server.get(mediaPath)).data[0], "image")
      const owned = yield* asked
      assert.deepStrictEqual(
        Object.values(owned).map(({ pagination }) => pagination.total),
        [0, 2, 0, 0, 1],
      )
      assert.strictEqual((yield* server.get(path)).headers["etag"], (yield* server.get(path)).headers["etag"])

      const play = (album: string, minutes: number) => ({
        artist: "IDA QUARRY",
        album,
        track: "Tide",
        imageUrl,
        playedAt: start - minutes * 60_000,
      })
      yield* server.store.storeScrobbles([play("Salt 1 (Deluxe Edition)", 1), play("Salt", 2)])
      const played = yield* asked
      const [salt] = played.played.data
      assert.deepStrictEqual(played.played.data, [
        {
          id: salt?.id ?? 0,
          title: "Salt 1",
          artist: "Ida Quarry",
          year: 1983,
          format: "Vinyl",
          added_at: "2026-07-14T12:00:00.000Z",
          image: { url: imageUrl },
          playcount: 1,
          last_played_at: "2026-07-15T11:59:00.000Z",
        },
      ])
      assert.deepStrictEqual(
        played.never_played.data.map(({ last_played_at, playcount, title }) => [
          title,
          playcount,
          last_played_at,
        ]),
        [["Tide", 0, ""]],
      )
      assert.deepStrictEqual(played.not_owned.data, [
        {
          id: played.not_owned.data[0]?.id ?? 0,
          title: "Salt",
          artist: "IDA QUARRY",
          playcount: 1,
          last_played_at: "2026-07-15T11:58:00.000Z",
          image: { url: imageUrl },
        },
      ])

      yield* server.watching.store([
        {
          type: "watched",
          source: "letterboxd",
          ref: "1",
          item: { kind: "film", title: "The Lighthouse", year: 1984, ids: { tmdb: 77 } },
          at: start,
          precision: "moment",
          rating: 0,
          review: "",
          imageUrl: "",
        },
      ])
      const { never_watched, watched } = yield* asked
      assert.deepStrictEqual([watched.pagination.total, never_watched.pagination.total], [1, 0])
      assert.deepInclude(watched.data[0], {
        id: "trakt:9:bluray",
        watch_count: 1,
        last_watched_at: "2026-07-15T12:00:00.000Z",
      })

      // Watching knows the poster and the genres, and responses that were remembered follow it.
      const [title] = yield* server.watching.titlesToDescribe(start, 1)
      assert.isDefined(title)
      yield* server.watching.describe(title.id, start, {
        name: "The Lighthouse",
        year: 1984,
        ids: { tmdb: 77 },
        imageUrl: "https://img.example/lighthouse.jpg",
        totalEpisodes: 0,
        running: false,
        runtimeMinutes: 0,
        genres: ["Drama"],
        directors: [],
        episodes: [],
      })
      const described = { genres: ["Drama"], image: { url: "https://img.example/lighthouse.jpg" } }
      assert.deepInclude((yield* asked).watched.data[0], described)
      const [media] = readAs(listOf(WireFilm), yield* server.get(mediaPath)).data
      assert.deepInclude(media, described)
      const one = yield* server.get(`${mediaPath}/${encodeURIComponent(media?.id ?? "")}`)
      assert.deepStrictEqual(readAs(WireFilm, one), media)
    }),
  )

  it.effect("state what to send if a query does not fit", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [query, message] of [
        ["records?sort=plays", /^sort: must be added, artist, title or year$/],
        ["media?sort=artist", /^sort: must be added, title or year$/],
        ["records?order=up", /^order: must be asc or desc$/],
        ["records?limit=0", /^limit: /],
        ["cross-reference?page=0", /^page: /],
        ["recent?date=2026-02-30", /^date: /],
        ["stats?from=2026-02-02&to=2026-02-01", /^from: must not be after to$/],
        ["records/x", /^id: must be a whole number/],
      ] as const) {
        assertFailure(yield* server.get(`${base}/${query}`), 400, message)
      }
    }),
  )
})
