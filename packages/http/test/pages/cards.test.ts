import { hostileTexts } from "@daybook/kernel/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { albumsCard } from "../../src/cards/albumsCard.ts"
import { calendarCard } from "../../src/cards/calendarCard.ts"
import { nowPlayingCard } from "../../src/cards/nowPlayingCard.ts"
import { fitted } from "../../src/cards/svg.ts"
import { yearCard } from "../../src/cards/yearCard.ts"
import { assertFailure } from "../replies.ts"
import { plays } from "../scriptedSource.ts"
import { start, startServer } from "../testServer.ts"

/** Every tag is opened and closed in order, every `&` begins an entity, and nothing of XML's forbidden characters is left. */
const assertWellFormed = (svg: string) => {
  const open: Array<string> = []
  for (const [, closing, name = "", selfClosing] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)(?:\s+[\w-]+="[^"<]*")*(\/?)>/g,
  )) {
    if (closing === "/") assert.strictEqual(open.pop(), name)
    else if (selfClosing !== "/") open.push(name)
  }
  assert.deepStrictEqual(open, [])
  const texts = svg.replace(/<\/?[a-zA-Z]+(?:\s+[\w-]+="[^"<]*")*\/?>/g, "")
  assert.notMatch(texts, /[<"']|&(?!(amp|lt|gt|quot|#39);)/)
  assert.isTrue(svg.isWellFormed())
  // oxlint-disable-next-line no-control-regex
  assert.notMatch(svg, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
}

const cover = "data:image/webp;base64,AAAA"

/** Every card, reported these texts. */
const cardsOf = (one: string, other: string, count: number) => [
  nowPlayingCard({ isPlaying: true, track: one, artist: other, album: one, cover }, "auto"),
  albumsCard(one, [{ name: one, artist: other, plays: count, cover }], "dark"),
  calendarCard({ title: one, count, max: count, days: [{ day: "2024-01-01", count }] }, "light"),
  yearCard(
    {
      year: 2024,
      count,
      activeDays: 1,
      months: [count],
      busiestDay: undefined,
      longestStreak: 0,
      domains: [{ name: one, count }],
    },
    "auto",
  ),
]

const assertSafe = (svg: string) => {
  assertWellFormed(svg)
  assert.notMatch(svg, /<script|<foreignObject|(?:href|src)="(?!data:)/i)
}

describe("cards", () => {
  it.prop(
    "are well-formed whatever they are reported, and contain nothing to run or to fetch",
    [Schema.String, Schema.String, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1e9 }))],
    ([one, other, count]) => cardsOf(one, other, count).forEach(assertSafe),
  )

  it("are so with hostile texts", () => {
    for (const text of [
      ...hostileTexts,
      "<script>alert(1)</script>",
      `"'&<>`,
      "]]>",
      "\ud800\uffff",
      "音楽".repeat(90),
    ]) {
      cardsOf(text, text, 7).forEach(assertSafe)
    }
  })

  it("cut a text that is too wide, between its characters", () => {
    assert.strictEqual(fitted("Low", 17, 100), "Low")
    assert.match(fitted("A Very Long Title of a Track", 17, 100), /^A Very L\w*…$/)
    assert.match(fitted("👩‍👩‍👧‍👦".repeat(20), 17, 100), /^(👩‍👩‍👧‍👦)+…$/u)
    assert.strictEqual(fitted("wide", 17, 1), "…")
  })

  it("follow anyone who looks, unless a theme is requested", () => {
    const calendar = (theme: "auto" | "light" | "dark") =>
      calendarCard({ title: "reading in 2024", count: 0, max: 0, days: [] }, theme)
    assert.include(calendar("auto"), "@media(prefers-color-scheme:dark)")
    assert.notInclude(calendar("light"), "prefers-color-scheme")
    assert.include(calendar("dark"), "#0d1117")
    assert.notInclude(calendar("light"), "#0d1117")
  })

  it.effect("are responses that a proxy revalidates, and that a share opens", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(plays("Low & Co", "Hey What", 3, start - 60_000), undefined)
      for (const [path, words] of [
        ["/v1/cards/now-playing.svg", "Last played: Song of Hey What by Low &amp; Co"],
        ["/v1/cards/top-albums.svg?period=12month&theme=dark", "Hey What by Low &amp; Co"],
        ["/v1/cards/year/2026.svg", "2026: 3 entries on 1 day"],
        ["/v1/cards/calendar/listening.svg", "3 entries of listening in 2026"],
        ["/v1/cards/calendar/listening.svg?year=2025", "0 entries of listening in 2025"],
      ] as const) {
        const made = yield* server.command("POST", "/v1/admin/shares", { body: { address: path } })
        const { pathname, search } = new URL((JSON.parse(made.text) as { readonly url: string }).url)
        const reply = yield* server.ask("GET", pathname + search)
        assert.strictEqual(reply.status, 200, reply.text)
        assert.include(reply.text, words)
        assertWellFormed(reply.text)
        assert.strictEqual(reply.headers["content-type"], "image/svg+xml")
        assert.strictEqual(reply.headers["cache-control"], "no-cache, max-age=0")
        const headers = { "if-none-match": String(reply.headers["etag"]) }
        assert.strictEqual((yield* server.ask("GET", pathname + search, { headers })).status, 304)
      }
      for (const path of ["now-playing.svg?theme=blue", "top-albums.svg?period=day", "year/20x4.svg"]) {
        assertFailure(yield* server.get(`/v1/cards/${path}`), 400)
      }
      assertFailure(yield* server.get("/v1/cards/calendar/nothing.svg"), 404)
      assertFailure(yield* server.get("/v1/cards/year/2024.png"), 404)
    }),
  )
})
