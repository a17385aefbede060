import { MediaServer } from "@daybook/sources"
import * as Effect from "effect/Effect"
import { appearance, assistants, limits, observability, time, webhooks } from "./operation.ts"
import { readGroup } from "./read.ts"
import { keys, server, storage } from "./server.ts"

/** The settings of the server itself, read and checked. */
export const readServerSettings = Effect.gen(function* () {
  const mediaServer = yield* readGroup(MediaServer.settings)
  return {
    ...(yield* readGroup(server)),
    ...(yield* readGroup(storage)),
    ...(yield* readGroup(keys)),
    ...(yield* readGroup(limits)),
    ...(yield* readGroup(assistants)),
    ...(yield* readGroup(webhooks)),
    ...(yield* readGroup(time)),
    ...(yield* readGroup(appearance)),
    ...(yield* readGroup(observability)),
    webhookSecret: mediaServer.secret,
    mediaServerUser: mediaServer.user,
  }
})

export type ServerSettings = Effect.Success<typeof readServerSettings>
