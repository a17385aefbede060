import { AttendingFeeds } from "@daybook/attending"
import { Setting } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { calendar } from "./calendar.ts"
import * as Client from "./client.ts"
import { mail } from "./mail.ts"
import { settings } from "./settings.ts"

/** The account's calendar and its mails with reservations as feeds; no feed where Google is not configured. */
export const feeds = (config: Client.Config | undefined): Layer.Layer<AttendingFeeds, never, HttpClient> =>
  Layer.effect(
    AttendingFeeds,
    Effect.gen(function* () {
      const toSet = Setting.neededInWords(settings)
      if (config === undefined) return AttendingFeeds.of({ configured: [], settings: toSet })
      const client = yield* Client.make(config)
      return AttendingFeeds.of({ configured: [calendar(client), mail(client)], settings: toSet })
    }),
  )
