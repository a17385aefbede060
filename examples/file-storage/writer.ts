// Its own process for fileStorage.test.ts: stores batches in the folder that it is given, and says the number of
// each once it is stored, until it is killed.
import { ListeningStore } from "@daybook/listening"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as FileStorage from "./fileStorage.ts"

const [, , folder = "", source = ""] = process.argv

/** More than a page of memory, so that a kill may cut its line. */
const batchSize = 500

const write = Effect.gen(function* () {
  const store = yield* ListeningStore
  for (let batch = 1; ; batch++) {
    const scrobbles = Array.from({ length: batchSize }, (_, at) => ({
      playedAt: Date.UTC(2024, 0, 1) + (batch * batchSize + at) * 1_000,
      track: "White Horses",
      artist: source,
      album: "Hey What",
      imageUrl: "" as const,
    }))
    yield* store.storeScrobbles(scrobbles, { source, cursor: String(batch) })
    console.log(batch)
  }
})

await Effect.runPromise(
  write.pipe(Effect.provide(Layer.provide(FileStorage.layer(folder), DateTime.layerCurrentZoneNamed("UTC")))),
)
