import { event } from "@daybook/attending/contract"
import { LocalDate } from "@daybook/kernel"
import { hostileTexts } from "@daybook/kernel/contract"
import { unknownTime } from "@daybook/watching"
import { parseFeed } from "@rowanmanning/feed-parser"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import ICAL from "ical.js"
import { atomOf } from "../../src/feeds/atom.ts"
import { calendarOf } from "../../src/feeds/calendar.ts"
import type { FeedItem } from "../../src/feeds/feed.ts"
import { assertFailure } from "../replies.ts"
import { finished } from "../domains/savedArticles.ts"
import { plays } from "../scriptedSource.ts"
import { start, startServer, type TestServer } from "../testServer.ts"
import { filmOn } from "../domains/watches.ts"

const place = {
  base: "https://ada.example/daybook",
  self: "https://ada.example/daybook/v1/feed.atom",
  pictureOf: ({ title }: { readonly title: string }) =>
    `https://ada.example/art?title=${encodeURIComponent(title.toWellFormed())}`,
  idOf: (key: string) => `urn:x:${encodeURIComponent(key.toWellFormed())}`,
}

const itemOf = (text: string): FeedItem => ({
  key: "listening 1",
  title: text,
  url: "",
  path: "/listening",
  at: start,
  summary: text,
  tag: "play",
  picture: { title: text, maker: "", imageUrl: "", kind: "cover" },
})

const hostile = [
  ...hostileTexts,
  "<script>alert(1)</script>",
  `"'&<>`,
  "]]>",
  "&amp;",
  "\ud800\uffff",
  "a\r\nb;c,d\\n",
]

/** The events of a calendar, read by another's reader. */
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((one) => new ICAL.Event(one))

/** The fields that XML and HTML return as text. */
const fit = (text: string) =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "")

describe("feeds and calendars", () => {
  it.effect("are read by others whatever texts they hold", () =>
    Effect.gen(function* () {
      for (const text of hostile) {
        const document = yield* atomOf({ title: "Daybook", items: [itemOf(`x${text}x`)] }, place)
        assert.notInclude(document, "<script")
        const read = parseFeed(document)
        assert.strictEqual(read.items.length, 1)
        assert.strictEqual(read.items[0]?.id, "urn:x:listening%201")
        assert.isTrue(read.items[0]?.title?.startsWith("x"))

        const calendar = yield* calendarOf("Events", [
          {
            key: "event-1",
            title: `x${text}x`,
            day: LocalDate.make("2026-05-06"),
            startsAt: undefined,
            location: text,
            description: text,
            url: "https://ada.example/1",
            tag: "concert",
          },
        ])
        const [one] = eventsIn(calendar)
        assert.strictEqual(one?.summary, `x${fit(text)}x`.replaceAll(/\r\n?/g, "\n"))
        assert.strictEqual(one?.startDate.toString(), "2026-05-06")
      }
    }),
  )

  const shared = Effect.fnUntraced(function* (server: TestServer, path: string) {
    const made = yield* server.command("POST", "/v1/admin/shares", { body: { address: path } })
    const { pathname, search } = new URL((JSON.parse(made.text) as { readonly url: string }).url)
    const reply = yield* server.ask("GET", pathname + search)
    assert.strictEqual(reply.status, 200, reply.text)
    assert.notInclude(reply.text, search.slice(-20), "the token is in what may be passed on")
    const headers = { "if-none-match": String(reply.headers["etag"]) }
    assert.strictEqual((yield* server.ask("GET", pathname + search, { headers })).status, 304)
    return reply
  })

  it.effect("open by a share, and report what the lists report", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles(plays("Low & Co", "Hey <What>", 3, start - 60_000), undefined)
      yield* server.storeArticles(
        finished("1", start - 3_600_000, {
          title: "Salt & light",
          url: "https://a.example/1?x=1&y=2",
          description: "On the sea",
        }),
      )
      yield* server.watching.store([
        filmOn("Tampopo", "2026-07-01", { review: "Noodles <3", rating: 4.5 }),
        filmOn("Orchard Undated", "1970-01-01", { review: "Long ago", ...unknownTime }),
      ])

      const feed = yield* shared(server, "/v1/feed.atom")
      assert.strictEqual(feed.headers["content-type"], "application/atom+xml; charset=utf-8")
      const { items, self } = parseFeed(feed.text)
      assert.strictEqual(self, `${server.address}/v1/feed.atom`)
      assert.deepStrictEqual(
        items.map(({ title }) => title),
        ["Hey <What>", "Salt & light", "Tampopo"],
      )
      assert.isTrue(
        items.every(({ id }) =>
          /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/.test(id ?? ""),
        ),
      )
      assert.strictEqual(items[1]?.url, "https://a.example/1?x=1&y=2")

      const json = yield* shared(server, "/v1/feed.json?domains=reading&limit=1")
      assert.strictEqual(json.headers["content-type"], "application/feed+json; charset=utf-8")
      const {
        items: [article],
        ...about
      } = JSON.parse(json.text)
      assert.deepStrictEqual(about, {
        version: "https://jsonfeed.org/version/1.1",
        title: "Daybook",
        home_page_url: `${server.address}/`,
        feed_url: `${server.address}/v1/feed.json?domains=reading&limit=1`,
        authors: [{ name: "Daybook" }],
      })
      assert.deepInclude(article, {
        id: items[1]?.id,
        url: "https://a.example/1?x=1&y=2",
        title: "Salt & light",
        date_published: "2026-07-15T11:00:00.000Z",
        tags: ["article"],
      })
      // Each item has its image, which anyone who has the feed may open.
      assert.match(article.image, /\/v1\/images\/art\/cover\?title=Salt\+%26\+light/)
      assert.include(items[1]?.content ?? "", article.image.replaceAll("&", "&amp;"))
      const { pathname, search } = new URL(article.image)
      assert.strictEqual(
        (yield* server.ask("GET", pathname + search)).headers["content-type"],
        "image/svg+xml",
      )

      const archive = parseFeed((yield* shared(server, "/v1/reading/archive.atom")).text)
      assert.deepStrictEqual(
        archive.items.map(({ description }) => description),
        ["On the sea"],
      )
      const reviews = parseFeed((yield* shared(server, "/v1/watching/reviews.atom?limit=5")).text)
      assert.deepStrictEqual(
        reviews.items.map(({ description, title }) => [title, description]),
        [["Tampopo (1999) ★★★★½", "Noodles <3"]],
      )
      for (const path of [
        "/v1/feed.atom?limit=0x",
        "/v1/feed.json?domains=nothing",
        "/v1/reading/archive.atom?limit=-1",
      ]) {
        assertFailure(yield* server.get(path), 400)
      }
      assertFailure(yield* server.ask("GET", "/v1/feed.atom"), 401)
    }),
  )

  it.effect("are calendars of attended and of upcoming events", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const on = (day: string, more: Parameters<typeof event>[0] = {}) =>
        event({ day: LocalDate.make(day), startsAt: undefined, performers: [], title: `On ${day}`, ...more })
      yield* server.attending.change((transaction) =>
        Effect.gen(function* () {
          yield* transaction.addEvent(on("2026-05-06"))
          yield* transaction.addEvent(on("2026-05-07", { attended: false }))
          yield* transaction.addEvent(on("2026-07-15", { startsAt: Date.parse("2026-07-15T20:00:00Z") }))
          yield* transaction.addEvent(on("2026-08-01"))
        }),
      )
      const read = Effect.fnUntraced(function* (name: string) {
        const reply = yield* shared(server, `/v1/attending/${name}.ics`)
        assert.strictEqual(reply.headers["content-type"], "text/calendar; charset=utf-8")
        return eventsIn(reply.text).map(({ startDate, summary }) => [summary, startDate.toString()])
      })
      assert.deepStrictEqual(yield* read("upcoming"), [
        ["On 2026-07-15", "2026-07-15T20:00:00Z"],
        ["On 2026-08-01", "2026-08-01"],
      ])
      assert.deepStrictEqual(yield* read("events"), [
        ["On 2026-07-15", "2026-07-15T20:00:00Z"],
        ["On 2026-05-06", "2026-05-06"],
      ])
    }),
  )
})
