import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { failure, googleAt, message, reservation, script } from "./feeds.samples.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import type { Asked, Reply } from "../scriptedServer.ts"

/** A mailbox of these emails by id; searches and histories are given by the page token that requests them. */
const mailbox = (script: {
  readonly address?: string
  readonly historyId?: () => string
  readonly search?: (pageToken: string) => Reply
  readonly history?: (start: string, pageToken: string) => Reply
  readonly html?: (id: string) => string
  readonly message?: (id: string) => Reply
}) => {
  const { address = "a@b.example", historyId = () => "500", html = () => ticket } = script
  return ({ path, query }: Asked): Reply => {
    const pageToken = query.get("pageToken") ?? ""
    switch (path) {
      case "/gmail/v1/users/me/profile":
        return { body: { emailAddress: address, messagesTotal: 9, threadsTotal: 9, historyId: historyId() } }
      case "/gmail/v1/users/me/messages":
        return script.search?.(pageToken) ?? { body: { resultSizeEstimate: 0 } }
      case "/gmail/v1/users/me/history":
        return script.history?.(query.get("startHistoryId") ?? "", pageToken) ?? nothingNew(historyId())
      default: {
        const id = path.replace("/gmail/v1/users/me/messages/", "")
        return script.message?.(id) ?? { body: message(id, html(id)) }
      }
    }
  }
}

const ticket = script(reservation("R1"))

const found = (ids: ReadonlyArray<string>, nextPageToken?: string): Reply => ({
  body: { messages: ids.map((id) => ({ id, threadId: id })), nextPageToken },
})

const nothingNew = (historyId: string): Reply => ({ body: { historyId } })

const added = (ids: ReadonlyArray<string>, historyId: string, nextPageToken?: string): Reply => ({
  body: {
    history: ids.map((id) => ({
      id: "1",
      messages: [{ id }],
      messagesAdded: [{ message: { id, threadId: id, labelIds: ["INBOX"] } }],
    })),
    historyId,
    nextPageToken,
  },
})

const at = (historyId: string) => JSON.stringify({ mailbox: "a@b.example", historyId })

const references = ({ items }: { items: ReadonlyArray<{ sourceRef: string }> }) =>
  items.map(({ sourceRef }) => sourceRef)

describe("the emails", () => {
  it.live("with reservations are first found by a search, each with its data", () =>
    Effect.gen(function* () {
      const { asked, mail } = yield* googleAt(mailbox({ search: () => found(["m1"]) }))
      const { cursors, error, items } = yield* mail.read()
      expect(error).toBeUndefined()
      expect(items).toEqual([
        {
          sourceType: "mail",
          sourceRef: "m1",
          rawData: {
            subject: "Your tickets",
            from: "Pier Hall <tickets@pier.example>",
            date: "2024-05-01T00:00:00.000Z",
            reservations: [reservation("R1")],
          },
        },
      ])
      expect(cursors.at(-1)).toBe(at("500"))
      const search = asked().find(({ path }) => path.endsWith("/messages"))
      expect(search?.query.get("q")).toContain("category:reservations")
      expect(
        asked()
          .find(({ path }) => path.endsWith("/m1"))
          ?.query.get("format"),
      ).toBe("full")
    }),
  )

  it.live("with separate bodies are read with a few of them, none too large", () =>
    Effect.gen(function* () {
      const apart = (number: number, size = 20_000) => ({
        mimeType: "text/html",
        body: { attachmentId: `part-${number}`, size },
      })
      const { asked, mail } = yield* googleAt((call) =>
        call.path.includes("/attachments/")
          ? {
              body: {
                size: 20_000,
                data: Buffer.from(
                  script(reservation(call.path.split("/").at(-1)?.replace("part-", "R") ?? "")),
                ).toString("base64url"),
              },
            }
          : mailbox({
              search: () => found(["m1"]),
              message: (id) => {
                const whole = message(id, "<p>See below</p>")
                const parts = [apart(0, 6 * 1024 * 1024), ...[1, 2, 3, 4, 5].map((number) => apart(number))]
                return {
                  body: {
                    ...whole,
                    payload: { ...whole.payload, parts: [...whole.payload.parts, ...parts] },
                  },
                }
              },
            })(call),
      )
      const { error, items } = yield* mail.read()
      expect(error).toBeUndefined()
      expect(items[0]?.rawData?.["reservations"]).toEqual(
        ["R1", "R2", "R3", "R4"].map((number) => reservation(number)),
      )
      expect(asked().filter(({ path }) => path.includes("/attachments/"))).toHaveLength(4)
    }),
  )

  it.live("that cannot be read are set aside, and the others are returned", () =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const { mail } = yield* googleAt(
        mailbox({
          search: () => ({
            body: { messages: [{ id: "m1" }, { id: 7 }, "m2", { id: "m3" }], resultSizeEstimate: 4 },
          }),
          message: (id) => ({
            body: id === "m1" ? { id, payload: { mimeType: 7 } } : message(id, ticket),
          }),
        }),
      )
      const { cursors, error, items } = yield* rejected.provide(mail.read())
      expect(error).toBeUndefined()
      expect(references({ items })).toEqual(["m3"])
      expect(cursors.at(-1)).toBe(at("500"))
      expect(rejected.kept.map(({ ref, reason }) => (ref === "m1" ? `m1 ${reason}` : reason))).toEqual([
        expect.stringMatching(/^id: Expected string/),
        expect.stringMatching(/^the row: Expected object/),
        expect.stringMatching(/^m1 Google sent an invalid response \(payload\.mimeType/),
      ])
      expect(rejected.fitting).toContain("m3")
      expect(rejected.fitting).not.toContain("m1")
    }),
  )

  it.live("without a reservation are left out, and so are deleted ones", () =>
    Effect.gen(function* () {
      const { mail } = yield* googleAt(
        mailbox({
          search: () => found(["none", "gone", "flight", "m1"]),
          html: (id) =>
            id === "m1"
              ? ticket
              : id === "flight"
                ? script({ "@type": "FlightReservation" })
                : "<p>ticket</p>",
          message: (id) =>
            id === "gone" ? failure(404, "notFound") : { body: message(id, id === "m1" ? ticket : "") },
        }),
      )
      expect(references(yield* mail.read())).toEqual(["m1"])
    }),
  )

  it.live("that arrive later are found in the history, once each, without the owner's own", () =>
    Effect.gen(function* () {
      const sent = { message: { id: "sent", labelIds: ["SENT"] } }
      const { asked, mail } = yield* googleAt(
        mailbox({
          history: () => ({
            body: {
              history: [
                { id: "1", messagesAdded: [{ message: { id: "m2" } }, sent] },
                { id: "2", labelsAdded: [] },
                { id: "3", messagesAdded: [{ message: { id: "m2", labelIds: ["INBOX"] } }] },
              ],
              historyId: "600",
            },
          }),
        }),
      )
      const batches = yield* mail.read(at("500"))
      expect(references(batches)).toEqual(["m2"])
      expect(batches.cursors).toEqual([at("600")])
      expect(asked().some(({ path }) => path.endsWith("/messages"))).toBe(false)
      const history = asked().find(({ path }) => path.endsWith("/history"))
      expect(history?.query.get("startHistoryId")).toBe("500")
      expect(history?.query.get("historyTypes")).toBe("messageAdded")
    }),
  )

  it.live("that arrive during the search are found after it", () =>
    Effect.gen(function* () {
      const { mail } = yield* googleAt(
        mailbox({
          historyId: () => "500",
          search: () => found(["m1"]),
          history: (start) => (start === "500" ? added(["m2"], "510") : nothingNew("510")),
        }),
      )
      const batches = yield* mail.read()
      expect(references(batches)).toEqual(["m1", "m2"])
      expect(batches.cursors.at(-1)).toBe(at("510"))
    }),
  )

  it.live("are resumed after a kill at any page of the search or the history", () =>
    Effect.gen(function* () {
      const { mail } = yield* googleAt(
        mailbox({
          search: (pageToken) => (pageToken === "" ? found(["m1"], "p2") : found(["m2"])),
          // More has come by the second page: it is later than the history id of the first page.
          history: (_, pageToken) => (pageToken === "" ? added(["m3"], "510", "h2") : added(["m4"], "520")),
        }),
      )
      const all = ["m1", "m2", "m3", "m4"]
      const { cursors, ...whole } = yield* mail.read()
      expect(references(whole)).toEqual(all)
      expect(cursors.at(-1)).toBe(at("510"))
      for (const [index, cursor] of cursors.slice(0, -1).entries()) {
        const rest = yield* mail.read(cursor)
        expect(references(rest)).toEqual(all.slice(index + 1))
        expect(rest.cursors.at(-1)).toBe(at("510"))
      }
    }),
  )

  const stale: ReadonlyArray<[string, number, object]> = [
    ["a history that is too old", 404, {}],
    ["a history id that never was", 400, {}],
    ["a page that is too old", 400, { walk: { through: "history", pageToken: "old" } }],
  ]
  it.live.each(stale)("are searched for again after %s", ([, status, more]) =>
    Effect.gen(function* () {
      const { mail } = yield* googleAt(
        mailbox({
          historyId: () => "900",
          search: () => found(["m1"]),
          history: (start) => (start === "1" ? failure(status, "notFound") : nothingNew("900")),
        }),
      )
      const batches = yield* mail.read(JSON.stringify({ ...JSON.parse(at("1")), ...more }))
      expect(batches.error).toBeUndefined()
      expect(references(batches)).toEqual(["m1"])
      expect(batches.cursors.at(-1)).toBe(at("900"))
    }),
  )

  it.live("are searched for again only once, then the sync fails with the reason", () =>
    Effect.gen(function* () {
      const { asked, mail } = yield* googleAt(mailbox({ history: () => failure(404, "notFound") }))
      expect((yield* mail.read(at("1"))).error).toMatchObject({ failure: "malformed answer" })
      expect(asked().filter(({ path }) => path.endsWith("/messages"))).toHaveLength(1)
    }),
  )

  it.live("of another mailbox are searched for from the beginning", () =>
    Effect.gen(function* () {
      const { mail } = yield* googleAt(mailbox({ address: "other@b.example", search: () => found(["m1"]) }))
      expect(references(yield* mail.read(at("400")))).toEqual(["m1"])
    }),
  )

  it.live("of a page are returned in its order", () =>
    Effect.gen(function* () {
      const ids = Array.from({ length: 50 }, (_, index) => `m${index}`)
      const { asked, mail } = yield* googleAt(mailbox({ search: () => found(ids) }))
      expect(references(yield* mail.read())).toEqual(ids)
      expect(
        asked()
          .find(({ path }) => path.endsWith("/messages"))
          ?.query.get("maxResults"),
      ).toBe("50")
    }),
  )

  it.live("without the mail's scope say which one to grant", () =>
    Effect.gen(function* () {
      const { mail } = yield* googleAt(() => failure(403, "insufficientPermissions"))
      expect((yield* mail.read()).error).toMatchObject({
        failure: "unauthorized",
        message: expect.stringContaining("https://www.googleapis.com/auth/gmail.readonly"),
      })
    }),
  )

  it.live("that are nested endlessly are read to a limit", () =>
    Effect.gen(function* () {
      let part: object = { mimeType: "text/html", body: { data: "" } }
      for (let depth = 0; depth < 1_000; depth++) part = { mimeType: "multipart/mixed", parts: [part] }
      const { mail } = yield* googleAt(
        mailbox({ search: () => found(["m1"]), message: (id) => ({ body: { id, payload: part } }) }),
      )
      expect(yield* mail.read()).toMatchObject({ items: [], error: undefined })
    }),
  )
})
