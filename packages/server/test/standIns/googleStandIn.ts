import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { planted } from "../daybook.ts"
import { PagedStandIn } from "./pagedStandIn.ts"

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
 * mailbox without any matches.
 */
export class GoogleStandIn extends PagedStandIn {
  protected async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
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
    // Nothing has changed since.
    const page = searchParams.has("syncToken") ? pages : Number(searchParams.get("pageToken") ?? 0)
    this.asked.push(page)
    await this.letThrough(page, response)
    const items =
      page < pages ? Array.from({ length: perPage }, (_, index) => eventOf(page * perPage + index)) : []
    answer(200, {
      items,
      ...(page < pages - 1 ? { nextPageToken: String(page + 1) } : { nextSyncToken: "all" }),
    })
  }

  get settings() {
    return this.url.then((url) => ({ GOOGLE_TOKEN_URL: `${url}token`, GOOGLE_API_URL: url }))
  }
}
