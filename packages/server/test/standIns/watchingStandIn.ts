import type { IncomingMessage, ServerResponse } from "node:http"
import { type Environment, planted } from "../daybook.ts"
import { PagedStandIn } from "./pagedStandIn.ts"

const pageSize = 100

/** An episode watched: seasons of ten, four shows in turn. */
export interface Seen {
  readonly id: number
  readonly show: number
  readonly number: number
  readonly at: number
}

/** Sample plays, newest first, an hour apart. */
export const madeUpEpisodes = (count: number): Array<Seen> => {
  const newest = Date.UTC(2026, 0, 31, 22)
  return Array.from({ length: count }, (_, index) => ({
    id: count - index,
    show: index % 4,
    number: Math.floor(index / 4),
    at: newest - index * 3_600_000,
  }))
}

/** How many distinct episodes each show has: what the watched shows must add up to. */
export const episodesByShow = (plays: ReadonlyArray<Seen>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const show of new Set(plays.map((play) => play.show))) {
    const episodes = new Set(plays.filter((play) => play.show === show).map(({ number }) => number))
    counts[`Described ${show}`] = episodes.size
  }
  return counts
}

const playOf = ({ at, id, number, show }: Seen) => ({
  id,
  watched_at: new Date(at).toISOString(),
  action: "watch",
  type: "episode",
  episode: { season: Math.floor(number / 10) + 1, number: (number % 10) + 1, title: "x", ids: { tvdb: id } },
  show: { title: `Show ${show}`, year: 2010, ids: { trakt: show, tmdb: 100 + show, imdb: null, tvdb: null } },
})

/** A review of the feed, on a day of January 2026. */
const reviewOf = (day: number) => {
  const date = `2026-01-${String(day).padStart(2, "0")}`
  return `<item><guid isPermaLink="false">letterboxd-review-${day}</guid><pubDate>Wed, ${day} Jan 2026 04:13:49 +1300</pubDate>
<letterboxd:watchedDate>${date}</letterboxd:watchedDate><letterboxd:filmTitle>Film ${day}</letterboxd:filmTitle>
<letterboxd:filmYear>1999</letterboxd:filmYear><letterboxd:memberRating>4.0</letterboxd:memberRating>
<description><![CDATA[ <p><img src="https://a.ltrbxd.example/${day}.jpg"/></p> <p>Review ${day}.</p> ]]></description></item>`
}

const feedOf = (days: ReadonlyArray<number>) => `<?xml version='1.0' encoding='utf-8'?>
<rss version="2.0" xmlns:letterboxd="https://letterboxd.com" xmlns:tmdb="https://themoviedb.org"><channel>
<title>Letterboxd</title><link>https://letterboxd.com/someone/</link><description>x</description>
${days.map(reviewOf).join("\n")}</channel></rss>`

/** Stands in for Letterboxd, Trakt and TMDB, over real HTTP. */
export class WatchingStandIn extends PagedStandIn {
  episodes: Array<Seen> = madeUpEpisodes(250)
  reviews: ReadonlyArray<number> = [3, 2, 1]
  /** The fate of calls to TMDB. */
  tmdb: "answer" | "fail" = "answer"

  protected async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in")
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body))
    if (pathname === "/letterboxd/someone/rss/") return void send(200, feedOf(this.reviews))
    if (pathname === "/trakt/sync/history/episodes") {
      const page = Number(searchParams.get("page"))
      const limit = Number(searchParams.get("limit"))
      // Those of whole walks through the episodes.
      if (limit === pageSize) this.asked.push(page)
      await this.letThrough(page, response)
      const time = (name: string, fallback: number) => Date.parse(searchParams.get(name) ?? "") || fallback
      const found = this.episodes.filter(
        ({ at }) => at >= time("start_at", -Infinity) && at <= time("end_at", Infinity),
      )
      return void send(200, found.slice((page - 1) * limit, page * limit).map(playOf), {
        "x-pagination-page-count": String(Math.ceil(found.length / limit)),
        "x-pagination-item-count": String(found.length),
      })
    }
    if (pathname.startsWith("/trakt/")) return void send(200, [])
    const show = /^\/tmdb\/tv\/(\d+)$/.exec(pathname)?.[1]
    if (this.tmdb === "fail") return void send(401, { status_code: 7, success: false })
    if (show !== undefined) {
      return void send(200, {
        id: Number(show),
        name: `Described ${Number(show) - 100}`,
        first_air_date: "2010-01-01",
        poster_path: `/${show}.jpg`,
        number_of_episodes: 80,
        status: "Ended",
      })
    }
    if (pathname === "/tmdb/search/movie") return void send(200, { results: [] })
    return void send(404, { status_code: 34, success: false })
  }

  /** The settings that name all three. */
  async settings(): Promise<Environment> {
    const url = await this.url
    return {
      LETTERBOXD_URL: `${url}letterboxd`,
      LETTERBOXD_USER: "someone",
      TRAKT_URL: `${url}trakt/`,
      TRAKT_CLIENT_ID: planted.traktClientId,
      TRAKT_TOKEN: planted.traktToken,
      TMDB_URL: `${url}tmdb`,
      TMDB_TOKEN: planted.tmdbToken,
    }
  }
}
