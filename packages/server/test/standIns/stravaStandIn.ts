import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { PagedStandIn } from "./pagedStandIn.ts"

export interface Activity {
  readonly id: number
  /** Seconds since 1970. */
  readonly at: number
  readonly metres: number
  readonly sport: string
}

const daySeconds = 86_400

/** The runs of a sample person, newest first: every other day at noon, with a swim on each tenth. */
export const madeUpRuns = (count: number): Array<Activity> => {
  const newest = Math.floor(Date.now() / 1000 / daySeconds) * daySeconds - daySeconds / 2
  return Array.from({ length: count }, (_, index) => ({
    id: 10_000_000_000 + index,
    at: newest - index * 2 * daySeconds,
    metres: 5_000 + (index % 7) * 1_000.1,
    sport: index % 10 === 9 ? "Swim" : index % 3 === 0 ? "TrailRun" : "Run",
  }))
}

const activityOf = ({ at, id, metres, sport }: Activity) => {
  const start = new Date(at * 1000).toISOString().replace(".000", "")
  return {
    id,
    type: sport === "Swim" ? "Swim" : "Run",
    sport_type: sport,
    workout_type: null,
    distance: metres,
    moving_time: 1_800,
    elapsed_time: 2_000,
    total_elevation_gain: 10,
    start_date: start,
    start_date_local: start,
  }
}

/** How many runs each year has, and their metres. */
export const byYear = (
  activities: ReadonlyArray<Activity>,
): Record<string, { runs: number; miles: number }> => {
  const years: Record<string, { runs: number; metres: number }> = {}
  for (const { at, metres, sport } of activities) {
    if (sport === "Swim") continue
    const year = new Date(at * 1000).toISOString().slice(0, 4)
    const { metres: before, runs } = years[year] ?? { runs: 0, metres: 0 }
    years[year] = { runs: runs + 1, metres: before + metres }
  }
  return Object.fromEntries(
    Object.entries(years).map(([year, { metres, runs }]) => [
      year,
      { runs, miles: Math.round(metres / 16.093_44) / 100 },
    ]),
  )
}

/** The most activities on a page of the stand-in's. */
export const perPage = 50

/**
 * Stands in for Strava: one person's activities over real HTTP, oldest first if only `after` is given. Each refresh
 * voids the refresh token that was used for it. A list is named by how many were requested.
 */
export class StravaStandIn extends PagedStandIn {
  activities: Array<Activity> = madeUpRuns(450)
  /** The one refresh token that is taken. */
  refreshToken: string
  /** How long access tokens live. */
  lifeSeconds = 21_600
  /** The list that is refused with a 429. */
  refusedAt: number | undefined
  /** How many single activities were requested, and tokens. */
  singles = 0
  refreshes = 0
  readonly #access = new Set<string>()

  constructor(refreshToken: string) {
    super()
    this.refreshToken = refreshToken
  }

  protected async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in")
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(JSON.stringify(body))
    }
    if (url.pathname === "/oauth/token") return this.#refresh(await text(request), send)
    if (!this.#access.has(request.headers.authorization ?? "")) {
      return send(401, { message: "Authorization Error", errors: [] })
    }
    const [, id] = /^\/api\/v3\/activities\/(\d+)$/.exec(url.pathname) ?? []
    if (id !== undefined) {
      this.singles += 1
      const found = this.activities.find((activity) => String(activity.id) === id)
      return found === undefined ? send(404, { message: "Record Not Found" }) : send(200, activityOf(found))
    }
    const call = this.asked.push(this.asked.length + 1)
    await this.letThrough(call, response)
    if (call === this.refusedAt) {
      return send(
        429,
        { message: "Rate Limit Exceeded", errors: "Rate Limit Exceeded" },
        { "X-RateLimit-Limit": "200,2000", "X-RateLimit-Usage": "201,700" },
      )
    }
    send(200, this.#list(url.searchParams))
  }

  #refresh(body: string, send: (status: number, body: unknown) => void): void {
    const form = new URLSearchParams(body)
    if (form.get("refresh_token") !== this.refreshToken) {
      return send(400, {
        message: "Bad Request",
        errors: [{ resource: "RefreshToken", field: "refresh_token", code: "invalid" }],
      })
    }
    this.refreshes += 1
    this.refreshToken = `planted-rotated-refresh-token-${this.refreshes}`
    const access_token = `planted-access-token-${this.refreshes}`
    this.#access.add(`Bearer ${access_token}`)
    send(200, {
      access_token,
      expires_at: Math.floor(Date.now() / 1000) + this.lifeSeconds,
      refresh_token: this.refreshToken,
    })
  }

  #list(query: URLSearchParams) {
    const [after, before] = [Number(query.get("after") ?? -1), Number(query.get("before") ?? Infinity)]
    const page = Number(query.get("page") ?? 1)
    return this.activities
      .filter(({ at }) => at > after && at < before)
      .sort((a, b) => (query.has("before") ? b.at - a.at : a.at - b.at))
      .slice((page - 1) * perPage, page * perPage)
      .map(activityOf)
  }
}
