import type { FeedEntry } from "@daybook/attending"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Google } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

/** An error in the form of Google's APIs. */
export const failure = (code: number, reason: string, message = "no"): Reply => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: "global", reason }], status: "X" } },
})

/**
 * Both feeds of an account at a server that gives tokens that last for an hour, and responses the rest by the script.
 */
export const googleAt = (script: (asked: Asked, call: number) => Reply) =>
  Effect.gen(function* () {
    const clock = hastyClock()
    let tokens = 0
    const server = yield* scriptedServer((asked, call) => {
      if (asked.path !== "/token") return script(asked, call)
      tokens++
      return { body: { access_token: `access-${tokens}`, expires_in: 3599, token_type: "Bearer" } }
    })
    const feeds = yield* Google.makeFeeds({
      tokenUrl: new URL("/token", server.url),
      apiUrl: server.url,
      clientId: "a-client",
      clientSecret: Redacted.make("a-secret"),
      refreshToken: Redacted.make("a-refresh-token"),
    })
    const feed = (name: string) => {
      const one = feeds.find((candidate) => candidate.name === name)
      return {
        /** All batches from a cursor on; what was read before a failure is reported with it. */
        read: (cursor?: string) => {
          const items: Array<FeedEntry> = []
          const cursors: Array<string> = []
          return (one?.entries(Option.fromUndefinedOr(cursor)) ?? Stream.empty).pipe(
            Stream.runForEach((batch) =>
              Effect.sync(() => {
                items.push(...batch.items)
                cursors.push(batch.cursor)
              }),
            ),
            Effect.match({
              onFailure: (error) => ({ items, cursors, error }),
              onSuccess: () => ({ items, cursors, error: undefined }),
            }),
            clock.provide,
          )
        },
      }
    }
    return {
      clock,
      calendar: feed("google-calendar"),
      mail: feed("google-mail"),
      tokensGiven: () => tokens,
      /** The calls to the APIs, without those for tokens. */
      asked: () => server.calls.filter(({ path }) => path !== "/token"),
    }
  }).pipe(Effect.provide(FetchHttpClient.layer))

/** An event reservation as ticket sellers write it into their emails. */
export const reservation = (number: string) => ({
  "@context": "http://schema.org",
  "@type": "EventReservation",
  reservationNumber: number,
  reservationStatus: "http://schema.org/Confirmed",
  underName: { "@type": "Person", name: "A Person" },
  reservationFor: {
    "@type": "Event",
    name: "The Paper Lanterns",
    startDate: "2024-05-04T20:00:00-04:00",
    location: { "@type": "Place", name: "Pier Hall" },
  },
})

const encoded = (text: string) => Buffer.from(text).toString("base64url")

/** A mail with a plain and an HTML part, as Gmail returns it whole. */
export const message = (id: string, html: string) => ({
  id,
  threadId: id,
  labelIds: ["INBOX"],
  internalDate: "1714521600000",
  payload: {
    mimeType: "multipart/mixed",
    headers: [
      { name: "SUBJECT", value: "Your tickets" },
      { name: "From", value: "Pier Hall <tickets@pier.example>" },
      { name: "Date", value: "some day" },
    ],
    body: { size: 0 },
    parts: [
      {
        mimeType: "multipart/alternative",
        parts: [
          { mimeType: "text/plain", body: { data: encoded("Your tickets") } },
          { mimeType: "text/html", body: { data: encoded(html) } },
        ],
      },
      { mimeType: "application/pdf", filename: "ticket.pdf", body: { attachmentId: "x", size: 99 } },
    ],
  },
})

export const script = (json: unknown) =>
  `<script type="application/ld+json">${typeof json === "string" ? json : JSON.stringify(json)}</script>`
