import type { IncomingMessage, ServerResponse } from "node:http"
import { PagedStandIn } from "./pagedStandIn.ts"

const at = (minute: number) => new Date(Date.UTC(2025, 0, 1) + minute * 60_000).toISOString()

/** A sample document; each third one was read and moved to the archive, and the fifth word of its body is its own. */
const documentOf = (index: number) => ({
  id: `doc-${index}`,
  url: `https://read.example/new/read/doc-${index}`,
  source_url: `https://www.magazine.example/${index}`,
  title: `Document ${index}`,
  author: index % 2 === 0 ? "Ida Quarry" : null,
  category: index % 10 === 9 ? "highlight" : "article",
  parent_id: index % 10 === 9 ? "doc-0" : null,
  location: index % 3 === 0 ? "archive" : "new",
  tags: index % 4 === 0 ? { sea: { name: "sea" } } : {},
  site_name: "Magazine",
  word_count: 100 + index,
  summary: null,
  image_url: null,
  reading_progress: index % 3 === 0 ? 1 : 0,
  saved_at: at(index),
  updated_at: at(index + 30),
  first_opened_at: index % 3 === 0 ? at(index + 10) : null,
  last_opened_at: index % 3 === 0 ? at(index + 11) : null,
  last_moved_at: at(index + 20),
  html_content: `<article><p>Only in this body: <em>quirk${index}</em></p></article>`,
})

const pageSize = 20

/** Stands in for Readwise Reader: a hundred documents over real HTTP, 20 a page, one in ten a highlight. */
export class ReadwiseStandIn extends PagedStandIn {
  readonly documents = Array.from({ length: 100 }, (_, index) => documentOf(index))
  /** How often each page is refused before it is sent, always with 429; refused calls count as requested, too. */
  readonly refusals = new Map<number, number>()

  protected async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const query = new URL(request.url ?? "/", "http://stand-in").searchParams
    const page = Number(query.get("pageCursor") ?? 0)
    const after = query.get("updatedAfter")
    this.asked.push(page)
    const refusals = this.refusals.get(page) ?? 0
    if (refusals > 0) {
      this.refusals.set(page, refusals - 1)
      response.writeHead(429, { "retry-after": "1" }).end("{}")
      return
    }
    await this.letThrough(page, response)
    const changed = this.documents.filter(({ updated_at }) => after === null || updated_at > after)
    const results = changed.slice(page * pageSize, (page + 1) * pageSize)
    const isLast = (page + 1) * pageSize >= changed.length
    response.writeHead(200, { "content-type": "application/json" })
    response.end(
      JSON.stringify({
        count: changed.length,
        nextPageCursor: isLast ? null : String(page + 1),
        results,
      }),
    )
  }
}
