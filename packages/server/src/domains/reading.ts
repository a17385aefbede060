import { demoBookPages, demoBooks, demoReading } from "@daybook/demo"
import { readingRoutes } from "@daybook/http"
import type { Setting } from "@daybook/kernel"
import {
  articleBatches,
  type Embedder,
  importedArticles,
  LocalEmbedder,
  reading as domain,
  ReadingSources,
} from "@daybook/reading"
import { Embeddings, Exports, Html, Instapaper, Readwise, Services } from "@daybook/sources"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HttpClient } from "effect/http/HttpClient"
import { modelsIn } from "../commands/modelCommand.ts"
import { SettingError } from "../settings.ts"
import { storeDemoItems } from "../storeDemoItems.ts"
import * as Pages from "../pages.ts"
import { onPostgres } from "../onPostgres.ts"
import { servedDomain } from "../serving/servedDomain.ts"

const { model: modelSetting, url: urlSetting } = Embeddings.settings.table

/** The embedder of these settings; if no service is called, as in the demo, the one that costs nothing. */
const embedderOf = (
  settings: Setting.Values<typeof Embeddings.settings> | undefined,
  dataDir: string,
): Layer.Layer<Embedder, SettingError, HttpClient> => {
  if (settings === undefined) return LocalEmbedder
  const { key, model, url } = settings
  if (url !== undefined) return Embeddings.layer({ url, key, model: model ?? "text-embedding-3-small" })
  switch (model) {
    case undefined:
      return Embeddings.encoder
    case "local":
      return Embeddings.transformers({ folder: modelsIn(dataDir), model: Embeddings.localModel })
    case "words":
      return LocalEmbedder
    default: {
      const message = `${modelSetting.name} is "${model}"; without ${urlSetting.name} it must be local, words, or unset`
      return Layer.unwrap(Effect.fail(new SettingError({ message })))
    }
  }
}

export const reading = servedDomain({
  domain,
  routes: readingRoutes,
  storage: {
    sqlite: SqliteStorage.Reading.layer(),
    postgres: onPostgres(({ SqlStorage }) => SqlStorage.Reading.layer()),
  },
  services: {
    readwise: Readwise.settings,
    instapaper: Instapaper.settings,
    embeddings: Embeddings.settings,
  },
  sources: ({ embeddings, instapaper, readwise }, { dataDir }) =>
    Layer.mergeAll(
      Html.layer,
      Pages.layer({ embeddings, instapaper, readwise }),
      embedderOf(embeddings, dataDir),
      Services.layerOf(
        ReadingSources,
        Services.service(Readwise.settings, readwise, Readwise.make),
        Services.service(Instapaper.settings, instapaper, Instapaper.make),
      ),
    ),
  imports: Exports.recordImport(Exports.reading, "articles", importedArticles),
  storeDemo: Effect.fnUntraced(function* (until) {
    const { store } = yield* articleBatches
    yield* storeDemoItems(
      "articles and books",
      [...demoReading({ until }), ...demoBooks({ until }), ...demoBookPages({ until })],
      (batch) => store(batch, { source: "demo", cursor: "" }),
    )
    yield* Effect.orDie(domain.sync.afterwards)
  }),
})
