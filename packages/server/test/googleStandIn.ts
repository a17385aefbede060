import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { planted } from "./daybook.ts"
import { listenOnLoopback } from "./loopback.ts"
import { until } from "./until.ts"

const pages = 4
const perPage = 5

/** The settings of a linked account. */
export const linkedAccount = {
  GOOGLE_CLIENT_ID: "a-client",
  GOOGLE_CLIENT_SECRET: planted.googleSecret,
  GOOGLE_REFRESH_TOKEN: planted.googleToken,
}

const eventOf = (index: number) => ({
  id: `entry${index}`,
  status: "confirmed",
  summary: `Concert ${index}`,
  start: { dateTime: new Date(Date.UTC(2024, 0, 1 + index, 20)).toISOString() },
})

/**
 * Stands in for Google: a token endpoint that takes one refresh token, a calendar of twenty entries in four pages, and a
 * mailbox in which nothing is found.
 */
export class GoogleStandIn {
  /** The pages of the calendar that were asked for, in order. */
  readonly asked: Array<number> = []
  /** A page of the calendar that is answered only once this is another one. */
  pausedAt: number | undefined
  readonly #server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString()))
    request.on("end", () => void this.#reply(request, body, response))
  })
  readonly #listening = listenOnLoopback(this.#server)

  async #reply(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const answer = (status: number, json: object) => response.writeHead(status).end(JSON.stringify(json))
    if (request.url === "/token") {
      return void (body.includes(planted.googleToken)
        ? answer(200, { access_token: planted.accessToken, expires_in: 3_599, scope: "one two" })
        : answer(400, { error: "invalid_grant", error_description: body }))
    }
    if (request.headers.authorization !== `Bearer ${planted.accessToken}`) {
      return void answer(401, { error: { code: 401, message: "no" } })
    }
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in")
    if (pathname !== "/calendar/v3/calendars/primary/events") {
      return void answer(200, { emailAddress: "someone@example.org", messagesTotal: 7, historyId: "1" })
    }
    // What has changed since is nothing.
    const page = searchParams.has("syncToken") ? pages : Number(searchParams.get("pageToken") ?? 0)
    this.asked.push(page)
    await until(`page ${page} is let through`, () => page !== this.pausedAt || response.destroyed)
    const items =
      page < pages ? Array.from({ length: perPage }, (_, index) => eventOf(page * perPage + index)) : []
    answer(200, {
      items,
      ...(page < pages - 1 ? { nextPageToken: String(page + 1) } : { nextSyncToken: "all" }),
    })
  }

  /** Resolves once this page has been asked for last. */
  askedFor(page: number): Promise<void> {
    return until(`page ${page} is asked for`, () => this.asked.at(-1) === page)
  }

  get settings() {
    return this.#listening.then((url) => ({ GOOGLE_TOKEN_URL: `${url}token`, GOOGLE_API_URL: url }))
  }

  close(): void {
    this.pausedAt = undefined
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
