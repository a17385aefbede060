import type { AttendingFeed } from "@daybook/attending"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import { calendar } from "./calendar.ts"
import * as Client from "./client.ts"
import { mail } from "./mail.ts"
import type { Config } from "./settings.ts"

/** The account's calendar and its emails with reservations as feeds. */
export const makeFeeds = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ReadonlyArray<AttendingFeed>, never, HttpClient> {
  const client = yield* Client.make(config)
  return [calendar(client), mail(client)]
})
