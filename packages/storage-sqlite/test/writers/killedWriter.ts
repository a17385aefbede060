// Stores plays in a file that a thread writes, and reports after each write how many are stored, until it is killed.
import { ListeningStore } from "@daybook/listening"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import { layerWithThread, startThread } from "@daybook/storage-sqlite/worker"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const path = process.argv[2] ?? ""
const size = 500

const stores = layerWithThread(Layer.merge(ListeningSqlite.layer(), KernelSqlite.layer()), {
  path,
  start: () => startThread(new URL("./writingThread.ts", import.meta.url), { data: { path } }),
}).pipe(Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))))

const write = Effect.gen(function* () {
  const { storeScrobbles } = yield* ListeningStore
  for (let stored = 0; ; stored += size) {
    const plays = Array.from({ length: size }, (_, index) => ({
      playedAt: (stored + index) * 180_000,
      track: `Track ${index}`,
      artist: "The Salt Roads",
      album: "Low Water",
      imageUrl: "" as const,
    }))
    yield* storeScrobbles(plays)
    process.send?.(stored + size)
  }
})

Effect.runPromise(Effect.provide(write, stores)).catch((error: unknown) => {
  throw error
})
