import { CollectingStore, type OwnedFilm } from "@daybook/collecting"
import * as CollectingSqlite from "@daybook/storage-sqlite/collecting"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const film = (filmId: string, title: string, format: string): OwnedFilm => ({
  source: "my shelf",
  filmId,
  movieDbId: 0,
  title,
  year: 0,
  format,
  addedAt: undefined,
})

export const program = Effect.gen(function* () {
  const store = yield* CollectingStore
  const films = [film("1", "Harbour", "bluray"), film("2", "Nightjar", "bluray"), film("3", "Salt", "dvd")]
  yield* store.replaceFilms("my shelf", films, [])
  return yield* store.mediaFormats
}).pipe(
  Effect.provide(Layer.provide(CollectingSqlite.layer(), Sqlite.layerMemory)),
  Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)
