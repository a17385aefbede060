import type { IncomingMessage, ServerResponse } from "node:http"
import { PagedStandIn } from "./pagedStandIn.ts"

export interface Visit {
  readonly id: string
  /** Seconds since 1970. */
  readonly createdAt: number
}

/** Sample check-ins, newest first, an hour apart, now and then two in the same second. */
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

/**
 * Stands in for Foursquare: one person's check-ins over real HTTP, newest first. A page is named by how many were
 * requested.
 */
export class FoursquareStandIn extends PagedStandIn {
  visits: Array<Visit> = madeUpVisits(900)
  mode: "answer" | "refuse" = "answer"
  /** Called before each page gets a response. */
  onPage: (page: number) => void = () => {}
  /** The number of pages sent. */
  answered = 0
  #added = 0

  protected async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = new URL(request.url ?? "/", "http://stand-in").searchParams
    const page = this.asked.push(this.asked.length + 1)
    await this.letThrough(page, response)
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

  /** Adds this many at the head. */
  grow(count: number): void {
    for (let index = 0; index < count; index++) {
      const newest = this.visits[0]?.createdAt ?? 1_780_000_000
      this.visits.unshift({ id: `60${String(++this.#added).padStart(22, "0")}`, createdAt: newest + 60 })
    }
  }

  /** Deletes this many, from this one on. */
  remove(index: number, count: number): void {
    this.visits.splice(index, count)
  }
}
