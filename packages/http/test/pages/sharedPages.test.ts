import type { CheckIn } from "@daybook/places"
import { encodePolyline } from "@daybook/running"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { jsonOf } from "../ask.ts"
import { assertFailure } from "../replies.ts"
import { plays, run } from "../scriptedSource.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const home = { lat: 38.7101, lng: -9.1402 }
const north = (metres: number) => ({ lat: home.lat + metres / 111_195, lng: home.lng })

const checkIn = (
  id: string,
  venueName: string,
  position: CheckIn["position"],
  more: Partial<CheckIn> = {},
): CheckIn => ({
  id,
  venueName,
  category: "Café",
  city: "Lisbon",
  country: "Portugal",
  position,
  checkedInAt: start - 3_600_000,
  shout: "",
  venueRef: id,
  ...more,
})

/** A data set with a home: runs that begin and end there, and places near to it and far from it. */
const live = Effect.fnUntraced(function* (server: TestServer) {
  for (const [at, album] of ["Hey What", "Double Negative", "Ones and Sixes"].entries()) {
    const day = start - (at + 1) * 86_400_000
    yield* server.store.storeScrobbles(plays("Low & Co", album, 20, day), undefined)
  }
  const polyline = encodePolyline([home, north(4_000), home])
  const runs = ["2026-07-01T06:11:00Z", "2026-07-03T06:12:00Z", "2026-07-05T06:13:00Z"].map((time) =>
    run(time, { polyline, distanceMm: 42_000_000, name: "Morning run by the river" }),
  )
  yield* server.runs.storeRuns("strava", { runs, gone: [] })
  yield* server.places.storeCheckIns([
    checkIn("door", "Next Door Bakery", north(300)),
    checkIn("corner", "Corner Shop", north(980)),
    checkIn("hidden", "Nowhere Known", undefined),
    checkIn("far", "Far Lighthouse", north(60_000)),
    checkIn("further", "Kyoto Wharf", { lat: 35.01, lng: 135.77 }, { city: "Kyoto", country: "Japan" }),
  ])
})

const share = (server: TestServer, address: string) =>
  Effect.map(server.command("POST", "/v1/admin/shares", { body: { address } }), (reply) => {
    assert.strictEqual(reply.status, 201, reply.text)
    const made = jsonOf(reply) as { readonly id: number; readonly url: string; readonly address: string }
    return { ...made, path: new URL(made.url).pathname }
  })

const printer = { png: (svg: string) => Effect.succeed(new TextEncoder().encode(`png of ${svg}`)) }

/** Everything that a page's token opens, as one text. */
const allOf = Effect.fnUntraced(function* (server: TestServer, path: string) {
  const page = yield* server.ask("GET", path)
  assert.strictEqual(page.status, 200, page.text)
  const names = [...page.text.matchAll(new RegExp(`${path}/([a-z-]+)\\.svg`, "g"))].map(([, name]) => name)
  const pictures = yield* Effect.forEach(names, (name) => server.ask("GET", `${path}/${name}.svg`))
  for (const { status } of pictures) assert.strictEqual(status, 200)
  const drawn = pictures.map(({ text }) => text).join("\n")
  return { names, page, pictures: drawn, all: `${page.text}\n${drawn}` }
})

describe("a shared page", () => {
  it.effect("shows a year at its own URL, with a preview, and is indexed only on request", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ printer, publicUrl: "https://day.example/book" })
      yield* live(server)
      const { address, url } = yield* share(server, "/pages/years/2026")
      assert.strictEqual(address, "/pages/years/2026")
      assert.match(url, /^https:\/\/day\.example\/book\/s\/dbk_share_[0-9a-f]{64}$/)
      const path = new URL(url).pathname.replace("/book", "")
      const page = yield* server.ask("GET", path)
      assert.strictEqual(page.status, 200)
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      assert.match(
        String(page.headers["content-security-policy"]),
        /^default-src 'none'; style-src 'sha256-[^']+';/,
      )
      assert.notInclude(page.text, "<script")
      assert.strictEqual(page.headers["referrer-policy"], "no-referrer")
      assert.strictEqual(page.headers["x-robots-tag"], "noindex, nofollow")
      assert.include(page.text, '<meta name="robots" content="noindex, nofollow">')
      assert.include(page.text, `<meta property="og:image" content="${url}/cover.png?size=wide">`)
      assert.include(page.text, `<meta property="og:url" content="${url}">`)
      assert.include(page.text, "60 songs")
      assert.strictEqual((yield* server.ask("HEAD", path)).status, 200)
      const wide = yield* server.ask("GET", `${path}/cover.png?size=wide`)
      assert.strictEqual(wide.headers["content-type"], "image/png")
      assert.include(wide.text, 'width="1200" height="630"')
      assert.strictEqual(wide.headers["x-robots-tag"], "noindex, nofollow")

      const listed = yield* share(server, "/pages/years/2026?index=true")
      const open = yield* server.ask("GET", new URL(listed.url).pathname.replace("/book", ""))
      assert.notInclude(open.text, "noindex")
      assert.strictEqual(open.headers["x-robots-tag"], undefined)
    }),
  )

  it.effect("shows no time of day, no place near home and no coordinates", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ printer })
      yield* live(server)
      const { path } = yield* share(server, "/pages/years/2026?now=true")
      const { all, names, page, pictures } = yield* allOf(server, path)
      assert.includeMembers(names, ["cover", "places", "running", "almanac"])
      assert.notInclude(names, "fullest-day")
      for (const near of ["Next Door", "Corner Shop", "Nowhere Known", "Morning run", "river"])
        assert.notInclude(all, near)
      assert.include(all, "Kyoto Wharf")
      // Images measure in hundredths of a pixel; a position of some use has three decimals or more.
      assert.notMatch(pictures, /\d\.\d{3}/)
      for (const number of ["38.71", "9.14", "135.77"]) assert.notInclude(page.text, number)
      assert.notMatch(all, /\b([01]?\d|2[0-3]):[0-5]\d\b/)
      assert.notMatch(all, /\d{4}-\d\d-\d\dT/)
      assert.notInclude(all, "noon")
      // The owner's own cards do.
      assert.include((yield* server.get("/v1/years/2026/story")).text, "before noon")
    }),
  )

  it.effect("names no place while no home is known", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ printer })
      yield* live(server)
      yield* server.runs.storeRuns("strava", {
        runs: [],
        gone: ["2026-07-01T06:11:00Z", "2026-07-03T06:12:00Z", "2026-07-05T06:13:00Z"],
      })
      const { path } = yield* share(server, "/pages/years/2026")
      const { all, names } = yield* allOf(server, path)
      assert.notInclude(names, "places")
      for (const name of ["Bakery", "Lighthouse", "Kyoto"]) assert.notInclude(all, name)
      assert.include(all, "60 songs")
    }),
  )

  it.effect("shows current activity only if configured, without a time", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ printer })
      yield* live(server)
      const year = yield* server.ask("GET", (yield* share(server, "/pages/years/2026")).path)
      assert.notInclude(year.text, "Last played")
      const { path } = yield* share(server, "/pages/now")
      const now = yield* server.ask("GET", path)
      assert.include(now.text, "Last played")
      const inFrench = yield* server.ask("GET", path, { headers: { "accept-language": "fr,de;q=0.5" } })
      assert.include(inFrench.text, '<html lang="fr">')
      assert.include(inFrench.text, "Dernière écoute")
      assert.include(now.text, "Low &amp; Co")
      assert.include(now.text, "noindex")
      assert.notMatch(now.text, /\d\d:\d\d|Kyoto|Bakery|Morning run/)
      assert.include(now.text, "/now.png?size=wide")
      assert.include((yield* server.ask("GET", `${path}/now.png?size=wide`)).text, 'width="1200"')
      assertFailure(yield* server.ask("GET", `${path}/cover.png`), 404)
    }),
  )

  it.effect("opens with its own token, its own year and nothing else, until it is ended", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ printer })
      yield* live(server)
      const { id, path } = yield* share(server, "/pages/years/2026")
      const empty = yield* share(server, "/pages/years/2024")
      assertFailure(yield* server.ask("GET", `${empty.path}/cover.png`), 404)
      assert.notInclude((yield* server.ask("GET", empty.path)).text, "Low")
      const feed = yield* share(server, "/v1/feed")
      const token = new URL(feed.url).searchParams.get("share") ?? ""
      const page = path.split("/").at(-1) ?? ""
      for (const other of [
        `/s/${token}`,
        `/s/${page}x`,
        `/s/${page.toUpperCase()}`,
        "/s/none",
        `/s/${server.admin.key}`,
      ]) {
        const reply = yield* server.ask("GET", other)
        assert.strictEqual(reply.status, 404, other)
        assert.include(reply.text, "This page has ended")
        assertFailure(yield* server.ask("GET", `${other}/cover.svg`), 404)
      }
      assertFailure(yield* server.ask("GET", `/v1/years/2026?share=${page}`), 401)
      assertFailure(yield* server.ask("GET", `/v1/cards/year/2026/cover.png?share=${page}`), 401)
      assertFailure(yield* server.ask("GET", `${path}/nothing.png`), 404)
      assertFailure(yield* server.ask("GET", `${path}/cover.png?size=huge`), 400)

      assert.strictEqual((yield* server.ask("GET", path)).status, 200)
      assert.strictEqual((yield* server.command("DELETE", `/v1/admin/shares/${id}`)).status, 204)
      const ended = yield* server.ask("GET", path)
      assert.strictEqual(ended.status, 404)
      assert.notInclude(ended.text, "Low")
      assert.include(ended.text, "noindex")
      assertFailure(yield* server.ask("GET", `${path}/cover.svg`), 404)
      assert.notInclude(server.logs.join(), page)
    }),
  )

  it.effect("is made of a year or of now, with parameters that exist", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const address of [
        "/pages/years/26",
        "/pages/years/2026/x",
        "/pages/years/0000",
        "/pages/later",
        "/pages/years/2026?index=yes",
        "/pages/years/2026?from=2026-01-01",
      ]) {
        const reply = yield* server.command("POST", "/v1/admin/shares", { body: { address } })
        assertFailure(reply, 400)
        assert.include(reply.text, "/pages/years/2025 or /pages/now")
      }
    }),
  )
})
