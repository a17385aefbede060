import { demoScrobbles } from "@daybook/demo"
import { ListeningStore } from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { serve } from "./serve.ts"
import { readSettings } from "./settings.ts"

const batchSize = 5_000

const fill = Effect.gen(function* () {
  const store = yield* ListeningStore
  const life = [...demoScrobbles({ until: yield* Clock.currentTimeMillis })]
  for (let start = 0; start < life.length; start += batchSize) {
    yield* store.storeScrobbles(life.slice(start, start + batchSize))
    yield* Effect.logInfo(`made up ${Math.min(start + batchSize, life.length)} of ${life.length} scrobbles`)
  }
})

/** Serves a made-up life from a fresh folder. Nothing that is configured is asked, and nothing stored elsewhere is touched. */
export const demo = Effect.scoped(
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const dataDir = yield* files.makeTempDirectoryScoped({ prefix: "daybook-demo-" })
    const settings = yield* readSettings
    return yield* serve(
      { ...settings, database: { kind: "pglite" }, dataDir, lastfm: undefined, itunes: undefined },
      fill,
    )
  }),
)
