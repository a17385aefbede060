import { demoScrobbles } from "@daybook/demo"
import { ListeningStore, type Scrobble } from "@daybook/listening"
import { SqlStorage } from "@daybook/storage-postgres"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { tenPlaysMillis } from "./bareCopy.ts"
import { clientOf, type Place } from "./place.ts"

const batch = 20_000

/** Ten plays of known tracks, three minutes apart, later than all before. */
const tenOf = (plays: ReadonlyArray<Scrobble>, time: number, until: number): ReadonlyArray<Scrobble> =>
  Array.from({ length: 10 }, (_, at) => plays[(time * 977 + at * 31) % plays.length])
    .filter((play) => play !== undefined)
    .map((play, at) => ({ ...play, playedAt: Math.floor(until / 1000) * 1000 + (time * 10 + at) * 180_000 }))

/**
 * Stores demo plays through the port, then ten more at a time as a sync does. Gives the rate a second of the first, and the
 * median time of the others in milliseconds.
 */
export const storeDemoPlays = (place: Place, count: number) => {
  const client = clientOf(place, "daybook")
  const store = Effect.gen(function* () {
    const listening = yield* ListeningStore
    const until = Date.now()
    const plays = [...demoScrobbles({ until, count })]
    const start = performance.now()
    for (let at = 0; at < plays.length; at += batch)
      yield* listening.storeScrobbles(plays.slice(at, at + batch))
    const rate = (plays.length / (performance.now() - start)) * 1000
    const millis = yield* Effect.promise(() =>
      tenPlaysMillis((time) => Effect.runPromise(listening.storeScrobbles(tenOf(plays, time, until)))),
    )
    return { rate, millis }
  })
  const layer = SqlStorage.Listening.layer.pipe(
    Layer.provide(client),
    Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
  )
  return Effect.runPromise(Effect.provide(store, layer))
}
