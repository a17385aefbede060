import * as WatchingSqlite from "@daybook/storage-sqlite/watching"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import { watchedShows, WatchingStore, type WatchRecord } from "@daybook/watching"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const pilot: WatchRecord = {
  type: "watched",
  source: "manual",
  ref: "1",
  at: Date.UTC(2026, 4, 1, 20),
  precision: "moment",
  item: {
    kind: "episode",
    show: "Tidewater",
    showYear: 2024,
    showIds: {},
    season: 1,
    episode: 1,
    title: "Pilot",
    episodeIds: {},
  },
  rating: 0,
  review: "",
  imageUrl: "",
}

export const program = Effect.gen(function* () {
  const store = yield* WatchingStore
  yield* store.store([pilot])
  const shows = yield* watchedShows({ date: "2026-05-01", limit: 10 })
  return shows.map(({ title }) => title)
}).pipe(
  Effect.provide(Layer.provide(WatchingSqlite.layer(), Sqlite.layerMemory)),
  Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)
