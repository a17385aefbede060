import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Lastfm } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { answer, track } from "./samples.ts"
import { scriptedServer } from "../scriptedServer.ts"

export const lastfm = (script: Parameters<typeof scriptedServer>[0], startMillis?: number) =>
  Effect.gen(function* () {
    const clock = hastyClock(startMillis)
    const server = yield* scriptedServer(script)
    const source = yield* Lastfm.make({ url: server.url, apiKey: Redacted.make("the-key"), user: "someone" })
    const batches = (cursor?: string) =>
      Stream.runCollect(source.scrobbles(Option.fromUndefinedOr(cursor))).pipe(clock.provide)
    const latest = source.latest.pipe(clock.provide)
    return { server, source, clock, batches, latest }
  }).pipe(Effect.provide(FetchHttpClient.layer))

/** The scrobbles of a history that is this one response. */
export const scrobblesOf = (body: object) =>
  Effect.gen(function* () {
    const { batches } = yield* lastfm(() => ({ body }))
    return (yield* batches()).flatMap((batch) => batch.items)
  })

export const onlyTrack = (changes: object) =>
  Effect.map(
    scrobblesOf(answer([{ ...track({ uts: 1_700_000_000 }), ...changes }], { totalPages: 1 })),
    ([item]) => item,
  )
