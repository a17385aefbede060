import { demoScrobbles } from "@daybook/demo"
import { ListeningStore } from "@daybook/listening"
import { Pglite, Postgres, SqlStorage } from "@daybook/storage-postgres"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

const batch = 20_000

/** The place of a store. */
export type Place =
  | { readonly kind: "postgres"; readonly url: string }
  | { readonly kind: "pglite"; readonly dataDir: string }

/** Stores demo plays through the port; gives the rate a second. */
export const storeDemoPlays = (place: Place, count: number): Promise<number> => {
  const schema = "daybook"
  const client =
    place.kind === "postgres"
      ? Layer.orDie(Postgres.layer({ url: Redacted.make(place.url), schema }))
      : Layer.orDie(Pglite.layer({ dataDir: place.dataDir, schema }))
  const store = Effect.gen(function* () {
    const listening = yield* ListeningStore
    const plays = [...demoScrobbles({ until: Date.now(), count })]
    const start = performance.now()
    for (let at = 0; at < plays.length; at += batch)
      yield* listening.storeScrobbles(plays.slice(at, at + batch))
    return (plays.length / (performance.now() - start)) * 1000
  })
  const layer = SqlStorage.Listening.layer.pipe(
    Layer.provide(client),
    Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
  )
  return Effect.runPromise(Effect.provide(store, layer))
}
