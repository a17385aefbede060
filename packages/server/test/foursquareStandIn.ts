import { createServer, type ServerResponse } from "node:http"
import { listenOnLoopback } from "./loopback.ts"
import { until } from "./until.ts"

export interface Visit {
  readonly id: string
  /** Seconds since 1970. */
  readonly createdAt: number
}

/** Made-up check-ins, newest first, an hour apart, now and then two in the same second. */
export const madeUpVisits = (count: number, newest = 1_780_000_000): Array<Visit> =>
  Array.from({ length: count }, (_, index) => ({
    id: `5f${String(1_000_000 - index).padStart(22, "0")}`,
    createdAt: newest - (index - (index % 10 === 1 ? 1 : 0)) * 3_600,
  }))

const itemOf = ({ createdAt, id }: Visit) => ({
  id,
  createdAt,
  type: "checkin",
  timeZoneOffset: 60,
  venue: {
    id: "v1",
    name: `Venue ${createdAt % 7}`,
    location: { lat: 38.5, lng: -9.25, city: "Eastport", country: "Sealand", cc: "SL" },
    categories: [{ id: "c1", name: "Diner", primary: true }],
  },
})

/** Stands in for Foursquare: one person's check-ins over real HTTP, newest first. */
export class FoursquareStandIn {
  visits: Array<Visit> = madeUpVisits(900)
  mode: "answer" | "refuse" = "answer"
  /** What happens before a page is answered, by how many were asked for in all. */
  onPage: (page: number) => void = () => {}
  /** The page, counted like that, that waits until this is changed. */
  pausedAt: number | undefined
  asked = 0
  /** How many were answered. */
  answered = 0
  #added = 0
  readonly #server = createServer((request, response) => {
    void this.#reply(new URL(request.url ?? "/", "http://stand-in").searchParams, ++this.asked, response)
  })
  readonly #listening = listenOnLoopback(this.#server)

  async #reply(query: URLSearchParams, page: number, response: ServerResponse): Promise<void> {
    await until(`page ${page} is let through`, () => page !== this.pausedAt || response.destroyed)
    this.onPage(page)
    const offset = Number(query.get("offset") ?? 0)
    const limit = Math.min(Number(query.get("limit") ?? 20), 250)
    const refused = this.mode === "refuse"
    response.writeHead(refused ? 401 : 200, { "content-type": "application/json" })
    response.end(
      JSON.stringify(
        refused
          ? { meta: { code: 401, errorType: "invalid_auth", errorDetail: "no" }, response: {} }
          : {
              meta: { code: 200 },
              notifications: [{ type: "notificationTray", item: { unreadCount: 0 } }],
              response: {
                checkins: {
                  count: this.visits.length,
                  items: this.visits.slice(offset, offset + limit).map(itemOf),
                },
              },
            },
      ),
    )
    this.answered += 1
  }

  /** Adds so many at the head. */
  grow(count: number): void {
    for (let index = 0; index < count; index++) {
      const newest = this.visits[0]?.createdAt ?? 1_780_000_000
      this.visits.unshift({ id: `60${String(++this.#added).padStart(22, "0")}`, createdAt: newest + 60 })
    }
  }

  /** Deletes so many, from this one on. */
  remove(index: number, count: number): void {
    this.visits.splice(index, count)
  }

  get url(): Promise<string> {
    return this.#listening
  }

  askedFor(page: number): Promise<void> {
    return until(`page ${page} is asked for`, () => this.asked >= page)
  }

  close(): void {
    this.pausedAt = undefined
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
