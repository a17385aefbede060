import { type IgnoredDelivery, type MediaEvent, MediaPayloads } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { MediaServer } from "../../src/index.ts"
import type { plexEpisode, plexFilm } from "./samples.ts"

export const arrival = Date.UTC(2026, 6, 15, 12)

export const read = (payload: unknown, user?: string) =>
  Effect.map(MediaPayloads, (payloads) => payloads.read(payload, arrival)).pipe(
    Effect.provide(MediaServer.layer({ user })),
    Effect.runSync,
  )

export const told = (payload: unknown, user?: string): MediaEvent | IgnoredDelivery =>
  Result.getOrThrow(read(payload, user))

export const reasonOf = (payload: unknown, user?: string): string => {
  const delivery = told(payload, user)
  return delivery.type === "ignored" ? delivery.reason : `stored: ${JSON.stringify(delivery)}`
}

export const problemOf = (payload: unknown, user?: string): string => {
  const delivery = read(payload, user)
  return Result.isFailure(delivery) ? delivery.failure.message : `read: ${JSON.stringify(delivery.success)}`
}

export const plexMetadata = (sample: typeof plexFilm | typeof plexEpisode, change: object) => ({
  ...sample,
  Metadata: { ...sample.Metadata, ...change },
})
