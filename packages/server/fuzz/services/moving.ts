import { activity, tokens } from "../../../sources/test/strava/samples.ts"
import { full } from "../../../sources/test/foursquare/samples.ts"
import { planted } from "../../test/daybook.ts"
import type { Json } from "../mutation.ts"
import { itemsByNumber, rangeOf, rowsHere, type Service } from "../service.ts"

// The API shows only the totals of a year, so each of the concurrent rows has its own year.
const yearOf = (n: number) => 1_900 + (n % 100)

/** Runs. */
export const strava: Service = {
  name: "strava",
  domain: "running",
  title: "Strava",
  settings: (url) => ({
    STRAVA_URL: url,
    STRAVA_CLIENT_ID: "a-client",
    STRAVA_CLIENT_SECRET: planted.stravaSecret,
    STRAVA_REFRESH_TOKEN: planted.stravaToken,
  }),
  row: (n, at) => ({
    ...(activity({ id: n, at: Math.floor(at / 1000) }) as Json & object),
    start_date_local: `${yearOf(n)}-06-15T12:00:00Z`,
  }),
  // Other sports are not runs.
  decides: ["type", "sport_type"],
  answer: ({ path, query }, rows) => {
    if (path === "/oauth/token") {
      return { frame: tokens("planted-rotated-refresh-token-1", planted.stravaAccess, 4_000_000_000) as Json }
    }
    if (path !== "/api/v3/athlete/activities") return { frame: {}, status: 404 }
    const [after, before] = [Number(query.get("after") ?? -1), Number(query.get("before") ?? Infinity)]
    const found = rows.filter(({ at }) => at / 1000 > after && at / 1000 < before)
    // Without `before` it lists the oldest first.
    return { frame: rowsHere, rows: query.get("page") === "1" ? found.toReversed() : [] }
  },
  shown: async ({ reader }, rows) => {
    const found = new Map<number, string>()
    for (const { n } of rows) {
      const { body, status } = await reader.get(`/v1/running/stats/years/${yearOf(n)}`)
      if (status !== 200) continue
      const { data } = body as { data: Record<string, number> }
      const least = [
        (data["total_runs"] ?? 0) >= 1,
        (data["total_distance_mi"] ?? 0) >= 3.1,
        (data["total_duration_s"] ?? 0) >= 1_500,
        (data["total_elevation_ft"] ?? 0) >= 41,
      ]
      found.set(n, JSON.stringify(least))
    }
    return found
  },
}

/** Check-ins. */
export const foursquare: Service = {
  name: "foursquare",
  domain: "places",
  title: "Foursquare",
  settings: (url) => ({ FOURSQUARE_URL: url, FOURSQUARE_TOKEN: planted.foursquareToken }),
  row: (n, at) => ({
    ...(full as unknown as Json & object),
    id: `checkin-${n}`,
    createdAt: Math.floor(at / 1000),
    venue: { ...(full.venue as unknown as Json & object), name: `Venue ${n}` },
  }),
  decides: [],
  answer: ({ query }, rows) => ({
    frame: {
      meta: { code: 200 },
      response: { checkins: { count: rows.length, items: rowsHere } },
    },
    rows: rows.slice(Number(query.get("offset") ?? 0)).slice(0, Number(query.get("limit") ?? 20)),
  }),
  shown: async ({ reader }, rows) =>
    itemsByNumber((await reader.get(`/v1/places/recent?limit=100&${rangeOf(rows)}`)).body, /Venue (\d+)/),
}
