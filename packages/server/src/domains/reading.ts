import { demoReading } from "@daybook/demo"
import { readingRoutes } from "@daybook/http"
import { Setting } from "@daybook/kernel"
import { articleBatches, LocalEmbedder, reading as domain, ReadingSources } from "@daybook/reading"
import { Embeddings, Exports, Html, Instapaper, Readwise } from "@daybook/sources"
import { MemoryStorage } from "@daybook/storage-memory"
import { SqlStorage } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { storeDemoItems } from "../storeDemoItems.ts"
import { servedDomain } from "../servedDomain.ts"

export const reading = servedDomain({
  domain,
  routes: readingRoutes,
  storage: { memory: MemoryStorage.Reading.layer, sql: SqlStorage.Reading.layer },
  services: {
    readwise: Readwise.settings,
    instapaper: Instapaper.settings,
    embeddings: Embeddings.settings,
  },
  sources: ({ embeddings, instapaper, readwise }) =>
    Layer.mergeAll(
      Html.layer,
      embeddings === undefined ? LocalEmbedder : Embeddings.layer(embeddings),
      Layer.effect(
        ReadingSources,
        Effect.gen(function* () {
          return {
            configured: [
              ...(readwise === undefined ? [] : [yield* Readwise.make(readwise)]),
              ...(instapaper === undefined ? [] : [yield* Instapaper.make(instapaper)]),
            ],
            settings: Setting.neededInWords(Readwise.settings, Instapaper.settings),
          }
        }),
      ),
    ),
  imports: Exports.recordImport(Exports.reading, "articles", articleBatches),
  storeDemo: Effect.fnUntraced(function* (until) {
    const { store } = yield* articleBatches
    yield* storeDemoItems("articles", demoReading({ until }), (batch) =>
      store(batch, { source: "demo", cursor: "" }),
    )
    yield* Effect.orDie(domain.sync.afterwards)
  }),
})
