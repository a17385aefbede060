import { demoScrobbles } from "@daybook/demo"
import { ListeningStore } from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { serve } from "./serve.ts"
import { readSettings } from "./settings.ts"

const batchSize = 5_000

/** Stores a part of the life in batches, and says how far it is. */
const fill = Effect.fnUntraced(function* <Item>(
  what: string,
  items: Iterable<Item>,
  store: (batch: ReadonlyArray<Item>) => Effect.Effect<unknown>,
) {
  const all = [...items]
  for (let start = 0; start < all.length; start += batchSize) {
    yield* store(all.slice(start, start + batchSize))
    yield* Effect.logInfo(`made up ${Math.min(start + batchSize, all.length)} of ${all.length} ${what}`)
  }
})

/** The life, domain by domain; a later domain adds a line. */
const fillAll = Effect.gen(function* () {
  const until = yield* Clock.currentTimeMillis
  yield* fill("scrobbles", demoScrobbles({ until }), (yield* ListeningStore).storeScrobbles)
})

/** Serves a made-up life from a fresh folder. Nothing that is configured is asked, and nothing stored elsewhere is touched. */
export const demo = Effect.scoped(
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const dataDir = yield* files.makeTempDirectoryScoped({ prefix: "daybook-demo-" })
    const settings = yield* readSettings
    return yield* serve(
      {
        ...settings,
        database: { kind: "pglite" },
        dataDir,
        lastfm: undefined,
        itunes: undefined,
        google: undefined,
      },
      fillAll,
    )
  }),
)
