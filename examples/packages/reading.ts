import { articleBatches, PlainText, readingArchive, unknownArticle } from "@daybook/reading"
import * as ReadingSqlite from "@daybook/storage-sqlite/reading"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const finished = {
  ...unknownArticle,
  source: "my list",
  sourceId: "1",
  title: "On harbours",
  url: "https://articles.example/harbours",
  progress: 1,
  lastOpenedAt: Date.UTC(2026, 4, 1, 9),
}

const plainText = Layer.succeed(PlainText, { of: (html, limit) => html.slice(0, limit) })

export const program = Effect.gen(function* () {
  const { store } = yield* articleBatches
  yield* store([finished], { source: "my list", cursor: "1" })
  const { items } = yield* readingArchive({ date: "2026-05-01", page: 1, limit: 10 })
  return items.map(({ title }) => title)
}).pipe(
  Effect.provide(Layer.merge(Layer.provide(ReadingSqlite.layer(), Sqlite.layerMemory), plainText)),
  Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)
