import type { IncomingMessage, ServerResponse } from "node:http"
import { PagedStandIn } from "./pagedStandIn.ts"
import { until } from "../until.ts"

export interface Copy {
  readonly release: number
  readonly instance: number
}

/** Copies of as many releases, and a second one of the first. */
export const madeUpCopies = (count: number): Array<Copy> =>
  Array.from({ length: count }, (_, index) => ({
    release: index === count - 1 ? 70_000 : 70_000 + index,
    instance: 3_000_000_000 + index,
  }))

const perPage = 100

const artists = [{ name: "The Paper Lanterns (3)", anv: "", join: "", role: "", tracks: "", id: 9 }]
const formats = [{ name: "Vinyl", qty: "1", descriptions: ["LP"] }]

const releaseOf = (id: number) => ({ id, title: `Weather Maps ${id}`, year: 1998, artists, formats })

const itemOf = ({ instance, release }: Copy) => ({
  id: release,
  instance_id: instance,
  date_added: "2020-01-19T14:19:11-08:00",
  rating: 0,
  basic_information: { ...releaseOf(release), thumb: "", cover_image: "" },
})

/** Stands in for Discogs: one account's collection over real HTTP, which stores additions. Every release exists. */
export class DiscogsStandIn extends PagedStandIn {
  copies: Array<Copy> = madeUpCopies(3)
  /** The fate of the response to an addition, which is made in any case. */
  additions: "answered" | "unanswered" = "answered"
  /** How many copies were added. */
  added = 0

  protected async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in")
    const send = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    const number = Number(pathname.split("/").at(-1))
    if (request.headers.authorization?.startsWith("Discogs token=") !== true) {
      send(401, { message: "You must authenticate to access this resource." })
    } else if (pathname.endsWith("/folders/0/releases")) {
      const page = Number(searchParams.get("page"))
      this.asked.push(page)
      await this.letThrough(page, response)
      const pages = Math.max(1, Math.ceil(this.copies.length / perPage))
      send(200, {
        pagination: { page, pages, per_page: perPage, items: this.copies.length, urls: {} },
        releases: this.copies.slice((page - 1) * perPage, page * perPage).map(itemOf),
      })
    } else if (request.method === "POST") {
      this.added += 1
      const instance = 4_000_000_000 + this.added
      this.copies.push({ release: number, instance })
      if (this.additions === "answered") send(201, { instance_id: instance, resource_url: "" })
    } else if (pathname.includes("/collection/releases/")) {
      const found = this.copies.filter(({ release }) => release === number)
      send(200, { pagination: { page: 1, pages: 1, items: found.length }, releases: found.map(itemOf) })
    } else {
      send(200, releaseOf(number))
    }
  }

  /** Waits until a copy was added. */
  hasAdded(): Promise<void> {
    return until("a copy is added", () => this.added > 0)
  }
}
