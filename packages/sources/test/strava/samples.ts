import type { Asked, Reply } from "../scriptedServer.ts"

/** Bodies in the shapes that Strava sends, about a sample runner. */

export interface Done {
  readonly id: number
  /** Seconds since 1970. */
  readonly at: number
  readonly sport?: string
  readonly more?: object
}

const offset = -18_000

const stamp = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(".000", "")

export const activity = ({ at, id, more = {}, sport = "Run" }: Done) => ({
  resource_state: 2,
  athlete: { id: 7, resource_state: 1 },
  id,
  name: "Along the Canal",
  type: sport.endsWith("Run") ? "Run" : sport,
  sport_type: sport,
  workout_type: null,
  distance: 5000.1,
  moving_time: 1500,
  elapsed_time: 1600,
  total_elevation_gain: 12.5,
  start_date: stamp(at),
  start_date_local: stamp(at + offset),
  timezone: "(GMT-05:00) America/New_York",
  utc_offset: offset,
  start_latlng: [],
  map: { id: `a${id}`, summary_polyline: "", resource_state: 2 },
  manual: false,
  trainer: false,
  ...more,
})

/** The order in which a stand-in lists activities: as clients find Strava's, or always one of the two. */
export type Order = "as Strava" | "newest first" | "oldest first"

/** A stand-in's page of activities. `before` and `after` are outside of the request. */
export const listed = (
  done: ReadonlyArray<Done>,
  query: URLSearchParams,
  { most = 200, order = "as Strava" }: { readonly order?: Order; readonly most?: number } = {},
) => {
  const [after, before] = [Number(query.get("after") ?? -1), Number(query.get("before") ?? Infinity)]
  const newestFirst = order === "newest first" || (order === "as Strava" && query.has("before"))
  const size = Math.min(most, Number(query.get("per_page") ?? 30))
  const page = Number(query.get("page") ?? 1)
  return done
    .filter(({ at }) => at > after && at < before)
    .toSorted((a, b) => (newestFirst ? b.at - a.at || b.id - a.id : a.at - b.at || a.id - b.id))
    .slice((page - 1) * size, page * size)
    .map(activity)
}

/** How much of Strava's limits is used: of all calls and of reading ones, in 15 minutes and in a day. */
export const limits = (all: string, reads: string, allLimit = "200,2000", readLimit = "100,1000") => ({
  "X-RateLimit-Limit": allLimit,
  "X-RateLimit-Usage": all,
  "X-ReadRateLimit-Limit": readLimit,
  "X-ReadRateLimit-Usage": reads,
})

export const tokens = (refreshToken: string, accessToken: string, expiresAt: number) => ({
  token_type: "Bearer",
  access_token: accessToken,
  expires_at: expiresAt,
  expires_in: 21_600,
  refresh_token: refreshToken,
})

export const missing: Reply = {
  status: 404,
  headers: { "content-type": "application/json; charset=utf-8" },
  body: "",
}

/** A Strava that rotates its refresh token each time, and takes only the last one. */
export class Rotating {
  valid: string
  #given = 0
  readonly #lifeSeconds: number
  readonly #now: () => number

  constructor(first: string, now: () => number, lifeSeconds = 21_600) {
    this.valid = first
    this.#now = now
    this.#lifeSeconds = lifeSeconds
  }

  answer({ body }: Asked): Reply {
    const form = new URLSearchParams(body)
    if (form.get("refresh_token") !== this.valid) {
      return {
        status: 400,
        body: {
          message: "Bad Request",
          errors: [{ resource: "RefreshToken", field: "refresh_token", code: "invalid" }],
        },
      }
    }
    this.#given += 1
    this.valid = `refresh-${this.#given}`
    return {
      body: tokens(this.valid, `access-${this.#given}`, Math.floor(this.#now() / 1000) + this.#lifeSeconds),
    }
  }

  takes({ headers }: Asked): boolean {
    return headers.authorization === `Bearer access-${this.#given}`
  }
}
