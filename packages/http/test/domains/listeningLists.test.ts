import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, Instant, Pagination, readAs } from "../replies.ts"
import { plays } from "../scriptedSource.ts"
import { start, startServer } from "../testServer.ts"

const day = 86_400_000

const Named = Schema.Struct({ id: Schema.Int, name: Schema.String })
const Image = Schema.optionalKey(Schema.Struct({ url: Schema.NonEmptyString }))
const Sparkline = Schema.Struct({
  granularity: Schema.Literals(["day", "week", "month", "year"]),
  points: Schema.Array(Schema.Struct({ start: Schema.String, count: Schema.Int })),
})

const Top = Schema.Struct({
  period: Schema.String,
  data: Schema.Array(
    Schema.Struct({
      rank: Schema.Int,
      id: Schema.Int,
      name: Schema.String,
      detail: Schema.String,
      playcount: Schema.Int,
      image: Image,
      url: Schema.String,
      catalog_music_url: Schema.String,
      preview_url: Schema.optionalKey(Schema.NonEmptyString),
      sparkline: Schema.optionalKey(Sparkline),
    }),
  ),
  pagination: Pagination,
})

const facts = {
  id: Schema.Int,
  name: Schema.String,
  url: Schema.String,
  catalog_music_url: Schema.String,
  playcount: Schema.Int,
  first_played_at: Instant,
  last_played_at: Instant,
}
const Artist = Schema.Struct({ ...facts, genres: Schema.Array(Schema.String) })
const Album = Schema.Struct({ ...facts, artist: Named, image: Image, year: Schema.Int })
const Track = Schema.Struct({ ...facts, artist: Named, length_s: Schema.Int })
const pageOf = <A, I>(item: Schema.Codec<A, I>) =>
  Schema.Struct({ data: Schema.Array(item), pagination: Pagination })
const details = { rank: Schema.Int, sparkline: Sparkline }
const OneArtist = Schema.Struct({
  ...Artist.fields,
  ...details,
  top_albums: Schema.Array(Album),
  top_tracks: Schema.Array(Track),
})
const OneAlbum = Schema.Struct({ ...Album.fields, ...details, top_tracks: Schema.Array(Track) })
const OneTrack = Schema.Struct({ ...Track.fields, ...details })

const Plays = pageOf(
  Schema.Struct({
    id: Schema.String,
    played_at: Instant,
    track: Schema.Struct({
      ...Named.fields,
      url: Schema.String,
      preview_url: Schema.optionalKey(Schema.NonEmptyString),
    }),
    artist: Named,
    album: Named,
    image: Image,
  }),
)

const Stats = Schema.Struct({
  plays: Schema.Int,
  artists: Schema.Int,
  albums: Schema.Int,
  tracks: Schema.Int,
  new_artists: Schema.Int,
  plays_per_day: Schema.Finite,
})

const life = [
  ...plays("Low", "Hey What", 3, start, "https://img.example/hey.jpg"),
  ...plays("Grouper", "Ruins", 2, start - day),
]

const get = "/v1/listening"

describe("the lists of listening", () => {
  it.effect("are empty on an empty store", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of ["recent", "artists", "albums", "tracks", "discoveries"]) {
        const { data, pagination } = readAs(pageOf(Schema.Unknown), yield* server.get(`${get}/${path}`))
        assert.deepStrictEqual([data, pagination.total], [[], 0])
      }
      for (const path of ["top/artists", "top/tracks"]) {
        const { data, period } = readAs(Top, yield* server.get(`${get}/${path}`))
        assert.deepStrictEqual([data, period], [[], "7day"])
      }
      const data = readAs(Stats, yield* server.get(`${get}/stats`))
      assert.deepStrictEqual(Object.values(data), [0, 0, 0, 0, 0, 0])
    }),
  )

  it.effect("give what was played, by plays, by name and by time", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(life)
      const artists = readAs(
        Top,
        yield* server.get(`${get}/top/artists?period=1month&include_sparklines=true`),
      )
      assert.strictEqual(artists.period, "1month")
      assert.deepStrictEqual(
        artists.data.map(({ detail, name, playcount, rank, url }) => ({
          rank,
          name,
          detail,
          playcount,
          url,
        })),
        [
          { rank: 1, name: "Low", detail: "", playcount: 3, url: "https://music.example/Low" },
          { rank: 2, name: "Grouper", detail: "", playcount: 2, url: "https://music.example/Grouper" },
        ],
      )
      const points = artists.data[0]?.sparkline?.points ?? []
      assert.deepStrictEqual([points.length, points.at(-1)?.count], [30, 3])

      const recent = readAs(Plays, yield* server.get(`${get}/recent?limit=1`))
      const [play = assert.fail()] = recent.data
      assert.deepInclude(play, {
        artist: { id: artists.data[0]?.id ?? 0, name: "Low" },
        image: { url: "https://img.example/hey.jpg" },
      })
      assert.strictEqual(recent.pagination.total, 5)
      for (const [field, id, total] of [
        ["artist_id", play.artist.id, 3],
        ["album_id", play.album.id, 3],
        ["track_id", play.track.id, 1],
        ["album_id", 999, 0],
      ] as const) {
        const narrow = readAs(Plays, yield* server.get(`${get}/recent?${field}=${id}`))
        assert.isAtLeast(narrow.pagination.total, total, field)
        assert.isBelow(narrow.pagination.total, 5, field)
      }

      const tracks = readAs(Top, yield* server.get(`${get}/top/tracks?artist_id=${play.artist.id}`))
      assert.isTrue(tracks.data.every(({ detail }) => detail === "Low"))
      const ofAlbum = readAs(
        Top,
        yield* server.get(`${get}/top/tracks?album_id=${play.album.id}&period=overall`),
      )
      assert.deepStrictEqual(
        ofAlbum.data.map(({ name }) => name),
        tracks.data.map(({ name }) => name),
      )

      const byName = readAs(pageOf(Artist), yield* server.get(`${get}/artists?sort=name`))
      assert.deepStrictEqual(
        byName.data.map(({ name }) => name),
        ["Grouper", "Low"],
      )
      const folded = readAs(pageOf(Album), yield* server.get(`${get}/albums?q=r%C3%9BIN`))
      assert.deepStrictEqual(
        folded.data.map(({ artist, name }) => [artist.name, name]),
        [["Grouper", "Ruins"]],
      )
      const first = readAs(
        pageOf(Track),
        yield* server.get(`${get}/tracks?sort=first_played&order=asc&limit=1`),
      )
      assert.strictEqual(first.data[0]?.artist.name, "Grouper")
      assertFailure(yield* server.get(`${get}/tracks?sort=length`), 400)
    }),
  )

  it.effect("return one artist, album or track with its rank and its plays by month", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(life)
      const { data: artists } = readAs(pageOf(Artist), yield* server.get(`${get}/artists`))
      const artist = readAs(OneArtist, yield* server.get(`${get}/artists/${artists[1]?.id ?? 0}`))
      assert.deepInclude(artist, { name: "Grouper", rank: 2, playcount: 2 })
      assert.deepStrictEqual(artist.sparkline, {
        granularity: "month",
        points: [{ start: "2026-07-01", count: 2 }],
      })
      const [top = assert.fail()] = artist.top_albums
      const album = readAs(OneAlbum, yield* server.get(`${get}/albums/${top.id}`))
      assert.deepInclude(album, { name: "Ruins", rank: 2, artist: { id: artist.id, name: "Grouper" } })
      const track = readAs(OneTrack, yield* server.get(`${get}/tracks/${album.top_tracks[0]?.id ?? 0}`))
      assert.strictEqual(track.artist.name, "Grouper")
      for (const kind of ["artists", "albums", "tracks"]) {
        assertFailure(yield* server.get(`${get}/${kind}/999`), 404)
        assertFailure(yield* server.get(`${get}/${kind}/low`), 400)
      }
    }),
  )

  it.effect("sum up a range and report who was new in it", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(life)
      const data = readAs(Stats, yield* server.get(`${get}/stats`))
      assert.deepInclude(data, { plays: 5, artists: 2, albums: 2, new_artists: 2, plays_per_day: 2.5 })
      const today = readAs(Stats, yield* server.get(`${get}/stats?date=2026-07-15`))
      assert.deepInclude(today, { plays: 3, artists: 1, new_artists: 1, plays_per_day: 3 })
      const news = readAs(pageOf(Artist), yield* server.get(`${get}/discoveries?from=2026-07-15`))
      assert.deepStrictEqual(
        news.data.map(({ name, playcount }) => [name, playcount]),
        [["Low", 3]],
      )
    }),
  )

  it.effect("count a track's plays from an album over time, as its playcount does", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const [track = assert.fail()] = plays("Low", "Hey What", 1, start)
      yield* server.store.storeScrobbles([
        track,
        { ...track, album: "Live", playedAt: start - day },
        { ...track, album: "Live", playedAt: start - 400 * day },
      ])
      const { data } = readAs(pageOf(Album), yield* server.get(`${get}/albums?sort=name`))
      const [studio, live] = data
      for (const [query, album, counts] of [
        ["period=overall", studio, [1]],
        ["period=overall", live, [1, 1]],
        ["period=1month", live, [1]],
      ] as const) {
        const asked = `${get}/top/tracks?${query}&album_id=${album?.id}&include_sparklines=true`
        const [top] = readAs(Top, yield* server.get(asked)).data
        const played = top?.sparkline?.points.map(({ count }) => count).filter((count) => count > 0)
        assert.deepStrictEqual([played, top?.playcount], [counts, counts.length])
      }
    }),
  )

  it.effect("list the albums played last in a range, with their plays in it", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([...life, ...plays("Low", "Hey What", 1, start - day)])
      const recent = (query: string) =>
        Effect.map(server.get(`${get}/recent/albums${query}`), (reply) =>
          readAs(pageOf(Album), reply).data.map(({ name, playcount }) => [name, playcount]),
        )
      const ruins = ["Ruins", 2]
      assert.deepStrictEqual(yield* recent(""), [["Hey What", 4], ruins])
      assert.deepStrictEqual(yield* recent("?from=2026-07-15"), [["Hey What", 3]])
      assert.sameDeepMembers(yield* recent("?date=2026-07-14"), [["Hey What", 1], ruins])
      assert.sameDeepMembers(yield* recent("?to=2026-07-14"), [["Hey What", 1], ruins])
      assertFailure(yield* server.get(`${get}/recent/albums?date=soon`), 400, /date/)
    }),
  )
})
