import { message, reservation, script } from "../../../sources/test/google/feeds.samples.ts"
import { planted } from "../../test/daybook.ts"
import type { Json } from "../mutation.ts"
import { itemsByNumber, rowsHere, type Service } from "../service.ts"

const tokens: Json = {
  access_token: planted.accessToken,
  expires_in: 3_599,
  scope: "one two",
  token_type: "Bearer",
}

/** Rows are listed a hundred a page, those of other cases among them. */
const shownBy =
  (mark: RegExp): NonNullable<Service["shown"]> =>
  async ({ admin }, rows) => {
    const shown = new Map<number, string>()
    for (let page = 1; !rows.every(({ n }) => shown.has(n)); page++) {
      const { body } = await admin.get(`/v1/admin/attending/sources?limit=100&page=${page}`)
      if ((body as { data: ReadonlyArray<unknown> }).data.length === 0) break
      for (const [n, item] of itemsByNumber(body, mark)) shown.set(n, item)
    }
    return shown
  }

/** Entries of a calendar. */
export const calendar: Service = {
  name: "google calendar",
  domain: "attending",
  title: "Google",
  settings: (url) => ({
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_API_URL: url,
    GOOGLE_CLIENT_ID: "a-client",
    GOOGLE_CLIENT_SECRET: planted.googleSecret,
    GOOGLE_REFRESH_TOKEN: planted.googleToken,
  }),
  row: (n, at) => ({
    id: `entry-${n}`,
    status: "confirmed",
    summary: `Concert ${n}`,
    location: "Pier Hall",
    start: { dateTime: new Date(at).toISOString() },
    end: { dateTime: new Date(at + 7_200_000).toISOString() },
  }),
  // One that was cancelled, or is not attended, leaves or is not kept.
  decides: ["status"],
  answer: ({ path }, rows) => {
    if (path === "/token") return { frame: tokens }
    if (path === "/calendar/v3/calendars/primary/events") {
      return { frame: { items: rowsHere, nextSyncToken: "a-sync-token" }, rows }
    }
    return undefined
  },
  shown: shownBy(/entry-(\d+)/),
}

/** Emails with a reservation each. */
export const mail: Service = {
  name: "google mail",
  domain: "attending",
  title: "Google",
  // Those of the calendar.
  settings: () => ({}),
  row: (n) =>
    message(`mail-${n}`, `<p>Your tickets</p>${script(reservation(`number-${n}`))}`) as unknown as Json,
  // A mail without a reservation is ordinary mail.
  decides: ["payload"],
  answer: ({ path }, rows) => {
    const own = "/gmail/v1/users/me/"
    if (!path.startsWith(own)) return undefined
    const [list, id] = path.slice(own.length).split("/")
    if (list === "profile") {
      return { frame: { emailAddress: "someone@example.org", messagesTotal: 7, historyId: "1" } }
    }
    if (id !== undefined) {
      const found = rows.find(({ n }) => decodeURIComponent(id) === `mail-${n}`)
      return found === undefined
        ? { frame: { error: { code: 404, message: "no" } }, status: 404 }
        : { frame: rowsHere, rows: [found], write: ([row]) => row?.text ?? "{}" }
    }
    const ids = rows.map(({ n }) => ({ id: `mail-${n}` }))
    return list === "messages"
      ? { frame: { messages: ids } }
      : { frame: { historyId: "1", history: [{ messagesAdded: ids.map((message) => ({ message })) }] } }
  },
  shown: shownBy(/mail-(\d+)/),
}
