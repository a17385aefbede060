import { ListeningStore } from "@daybook/listening"
import { search, suggest } from "@daybook/search"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const play = (artist: string, track: string, time: string) => ({
  artist,
  album: "",
  track,
  imageUrl: "" as const,
  playedAt: Date.parse(time),
})

export const program = Effect.gen(function* () {
  const { searchable, storeScrobbles } = yield* ListeningStore
  yield* storeScrobbles([play("Sigur Rós", "Glósóli", "2026-05-01T20:00:00Z")])
  const domains = [{ domain: "listening", searchable }]
  const found = yield* search(domains, { q: "sigru ros", limit: 10, mode: "words" })
  const suggested = yield* suggest(domains, "glo")
  return { found: found[0]?.title, suggested: suggested[0]?.title }
}).pipe(
  Effect.provide(Layer.provide(ListeningSqlite.layer(), Sqlite.layerMemory)),
  Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
)
