import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { failure, googleAt } from "./feeds.samples.ts"
import type { Asked, Reply } from "../scriptedServer.ts"

const item = (id: string, more: object = {}) => ({
  kind: "calendar#event",
  id,
  status: "confirmed",
  summary: `Event ${id}`,
  ...more,
})

const page = (items: ReadonlyArray<object>, next: object): Reply => ({
  body: { kind: "calendar#events", items, ...next },
})

const token = ({ query }: Asked) => query.get("pageToken") ?? query.get("syncToken") ?? ""

describe("the calendar", () => {
  it.live("is first read whole, page by page, and ends with a token for later changes", () =>
    Effect.gen(function* () {
      const { asked, calendar } = yield* googleAt((call) =>
        token(call) === ""
          ? page([item("a"), item("b", { status: "cancelled" })], { nextPageToken: "p2" })
          : page([item("c"), { status: "confirmed" }], { nextSyncToken: "s1" }),
      )
      const { cursors, error, items } = yield* calendar.read()
      expect(error).toBeUndefined()
      expect(items).toEqual([
        { sourceType: "calendar", sourceRef: "a", rawData: item("a") },
        { sourceType: "calendar", sourceRef: "b", rawData: undefined },
        { sourceType: "calendar", sourceRef: "c", rawData: item("c") },
      ])
      expect(cursors).toEqual(['{"pageToken":"p2"}', '{"syncToken":"s1"}'])
      expect(asked().map(({ path }) => path)).toEqual(Array(2).fill("/calendar/v3/calendars/primary/events"))
      const [first, second] = asked().map(({ query }) => [...query])
      expect(first).toEqual([
        ["singleEvents", "true"],
        ["showDeleted", "true"],
        ["maxResults", "250"],
        ["eventTypes", "default"],
        ["eventTypes", "fromGmail"],
      ])
      expect(second).toEqual([...(first ?? []), ["pageToken", "p2"]])
      expect(asked()[0]?.headers.authorization).toBe("Bearer access-1")
    }),
  )

  it.live("then gives changes, and keeps its token while there are pages", () =>
    Effect.gen(function* () {
      const { asked, calendar } = yield* googleAt((call) =>
        token(call) === "s1"
          ? page([item("d")], { nextPageToken: "p2" })
          : page([{ id: "a", status: "cancelled" }], { nextSyncToken: "s2" }),
      )
      const { cursors, items } = yield* calendar.read('{"syncToken":"s1"}')
      expect(items.map(({ rawData, sourceRef }) => [sourceRef, rawData !== undefined])).toEqual([
        ["d", true],
        ["a", false],
      ])
      expect(cursors).toEqual(['{"syncToken":"s1","pageToken":"p2"}', '{"syncToken":"s2"}'])
      expect(asked()[1]?.query.get("syncToken")).toBe("s1")
    }),
  )

  it.live("carries on after a kill at any page", () =>
    Effect.gen(function* () {
      const pages = ["", "p2", "p3", "p4"]
      const { calendar } = yield* googleAt((call) => {
        const at = pages.indexOf(token(call))
        const next = pages[at + 1]
        return page(
          [item(String(at))],
          next === undefined ? { nextSyncToken: "s1" } : { nextPageToken: next },
        )
      })
      const { cursors } = yield* calendar.read()
      for (const [at, cursor] of cursors.slice(0, 3).entries()) {
        const { cursors: rest, items } = yield* calendar.read(cursor)
        expect(items.map(({ sourceRef }) => sourceRef)).toEqual(["1", "2", "3"].slice(at))
        expect(rest.at(-1)).toBe('{"syncToken":"s1"}')
      }
    }),
  )

  it.live.each([410, 400])("starts over if its token is no longer accepted (%j)", (status) =>
    Effect.gen(function* () {
      const { calendar } = yield* googleAt((call) =>
        token(call) === "old"
          ? failure(status, "fullSyncRequired")
          : page([item("a")], { nextSyncToken: "new" }),
      )
      const { cursors, error, items } = yield* calendar.read('{"syncToken":"old"}')
      expect(error).toBeUndefined()
      expect(items.map(({ sourceRef }) => sourceRef)).toEqual(["a"])
      expect(cursors).toEqual(['{"syncToken":"new"}'])
    }),
  )

  it.live("starts over once, then fails with the reason", () =>
    Effect.gen(function* () {
      const { asked, calendar } = yield* googleAt((call) =>
        token(call) === "" ? page([item("a")], { nextPageToken: "p2" }) : failure(400, "invalid"),
      )
      const { error } = yield* calendar.read()
      expect(error).toMatchObject({ failure: "malformed answer" })
      expect(asked()).toHaveLength(4)
    }),
  )

  it.live("starts over from an unreadable cursor", () =>
    Effect.gen(function* () {
      const { calendar } = yield* googleAt(() => page([item("a")], { nextSyncToken: "s1" }))
      expect((yield* calendar.read("nonsense")).items).toHaveLength(1)
    }),
  )

  it.live("returns nothing that a database could not keep", () =>
    Effect.gen(function* () {
      const { calendar } = yield* googleAt(() =>
        page([item("a", { summary: "one\0two \ud800", nested: [{ "k\0": "v\0" }] })], { nextSyncToken: "s" }),
      )
      const [entry] = (yield* calendar.read()).items
      expect(entry?.rawData).toMatchObject({ summary: "onetwo \ufffd", nested: [{ k: "v" }] })
    }),
  )
})

describe("access", () => {
  it.live("is renewed once its hour is over, and not before", () =>
    Effect.gen(function* () {
      const { asked, calendar, clock, tokensGiven } = yield* googleAt(() => page([], { nextSyncToken: "s" }))
      yield* calendar.read()
      yield* calendar.read()
      expect(tokensGiven()).toBe(1)
      clock.skip("59 minutes")
      yield* calendar.read()
      expect(tokensGiven()).toBe(2)
      expect(asked().at(-1)?.headers.authorization).toBe("Bearer access-2")
    }),
  )

  it.live("that was revoked in the middle is renewed, and the same page is requested again", () =>
    Effect.gen(function* () {
      const { calendar, tokensGiven } = yield* googleAt(({ headers, query }) =>
        query.has("pageToken") && headers.authorization === "Bearer access-1"
          ? failure(401, "authError")
          : query.has("pageToken")
            ? page([item("b")], { nextSyncToken: "s" })
            : page([item("a")], { nextPageToken: "p2" }),
      )
      const { error, items } = yield* calendar.read()
      expect(error).toBeUndefined()
      expect(items.map(({ sourceRef }) => sourceRef)).toEqual(["a", "b"])
      expect(tokensGiven()).toBe(2)
    }),
  )

  it.live("without the calendar's scope says which one to grant", () =>
    Effect.gen(function* () {
      const { calendar } = yield* googleAt(() => failure(403, "ACCESS_TOKEN_SCOPE_INSUFFICIENT"))
      expect((yield* calendar.read()).error).toMatchObject({
        failure: "unauthorized",
        message: expect.stringContaining("https://www.googleapis.com/auth/calendar.events.readonly"),
      })
    }),
  )

  const throttles: ReadonlyArray<Reply> = [
    failure(403, "rateLimitExceeded"),
    failure(403, "userRateLimitExceeded"),
    failure(429, "rateLimitExceeded"),
  ]
  it.live.each(throttles)("that is throttled is tried again, then reported: %j", (reply) =>
    Effect.gen(function* () {
      const { asked, calendar } = yield* googleAt(() => reply)
      expect((yield* calendar.read()).error).toMatchObject({ failure: "rate limited" })
      expect(asked().length).toBeGreaterThan(1)
    }),
  )
})
