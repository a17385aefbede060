import { feed, item } from "../../../sources/test/exports/samples/letterboxd.samples.ts"
import { episode } from "../../../sources/test/trakt/samples.ts"
import { planted } from "../../test/daybook.ts"
import type { Json } from "../mutation.ts"
import { firstNumber, itemsByNumber, rangeOf, type Row, rowsHere, type Service } from "../service.ts"

const day = 86_400_000

// A review reports its day alone, and the API shows the latest reviews first. None of 45,000 lies ahead of the clock.
const dayOf = (n: number) =>
  new Date(Date.UTC(1900, 0, 1) + (n - firstNumber) * day).toISOString().slice(0, 10)

// XML has no place for most control characters, nor for half a character.
const inXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}|[\ufffe\uffff]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")

/** A value that is not text is written as JSON has it. */
const elementOf = ({ text }: Row): string => {
  const fields = JSON.parse(text) as Record<string, unknown>
  return item(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        inXml(typeof value === "string" ? value : JSON.stringify(value)),
      ]),
    ),
  )
}

/** Reviews in a feed. */
export const letterboxd: Service = {
  name: "letterboxd",
  domain: "watching",
  title: "Letterboxd",
  settings: (url) => ({ LETTERBOXD_URL: url, LETTERBOXD_USER: "someone" }),
  row: (n) => ({
    guid: `letterboxd-review-${n}`,
    pubDate: "Wed, 22 Jul 2026 04:13:49 +1200",
    watchedDate: dayOf(n),
    filmTitle: `Film ${n}`,
    filmYear: "1999",
    memberRating: "4.0",
    movieId: String(n),
    description: "<p>Fine.</p>",
  }),
  // A list is an item of the feed as well; it has another guid.
  decides: ["guid"],
  answer: (_, rows) => ({ frame: rowsHere, rows, write: (rows) => feed(...rows.map(elementOf)) }),
  shown: async ({ reader }) =>
    itemsByNumber((await reader.get("/v1/watching/reviews?limit=100")).body, /"movie_db_id":(7\d{6})/),
}

/** Episodes watched. */
export const trakt: Service = {
  name: "trakt",
  domain: "watching",
  title: "Trakt",
  settings: (url) => ({
    TRAKT_URL: url,
    TRAKT_CLIENT_ID: planted.traktClientId,
    TRAKT_TOKEN: planted.traktToken,
  }),
  row: (n, at) => ({
    ...(episode(n, new Date(at).toISOString()) as Json & object),
    show: { title: `Show ${n}`, year: 2010, ids: { trakt: n, tvdb: n, imdb: `tt${n}`, tmdb: n } },
  }),
  decides: [],
  answer: ({ path, query }, rows) => {
    if (path !== "/sync/history/episodes") return { frame: [] }
    const isFirst = (query.get("page") ?? "1") === "1"
    return {
      frame: rowsHere,
      rows: isFirst ? rows : [],
      headers: {
        "x-pagination-page": query.get("page") ?? "1",
        "x-pagination-page-count": "1",
        "x-pagination-item-count": String(rows.length),
      },
    }
  },
  shown: async ({ reader }, rows) =>
    itemsByNumber(
      (await reader.get(`/v1/watching/watched-shows?limit=1000&${rangeOf(rows)}`)).body,
      /"movie_db_id":(7\d{6})/,
    ),
}
