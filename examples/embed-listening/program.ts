// A program that has plays of its own and wants Daybook's answers about them: no server, no database.
import { ListeningStore, MusicPages, type Scrobble, topPlayed } from "@daybook/listening"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const play = (minute: number, track: string, artist: string, album: string): Scrobble => ({
  playedAt: Date.UTC(2026, 4, 1, 20, minute),
  track,
  artist,
  album,
  imageUrl: "",
})

// Each need of a domain is a port. Here the pages of albums are those of the program's own site.
const pages = Layer.succeed(MusicPages, {
  artist: (artist) => `https://music.example/${encodeURIComponent(artist)}`,
  album: (artist, album) =>
    `https://music.example/${encodeURIComponent(artist)}/${encodeURIComponent(album)}`,
  track: (artist, track) =>
    `https://music.example/${encodeURIComponent(artist)}#${encodeURIComponent(track)}`,
})

// Another store is another layer; the program stays as it is.
const layer = Layer.merge(ListeningSqlite.layer(), pages).pipe(
  Layer.provide(Sqlite.layerMemory),
  Layer.provideMerge(DateTime.layerCurrentZoneNamed("Europe/Lisbon")),
)

export const program = Effect.gen(function* () {
  const store = yield* ListeningStore
  yield* store.storeScrobbles([
    play(0, "Harbour Lights", "The Salt Roads", "Low Water"),
    play(4, "Low Water", "The Salt Roads", "Low Water"),
    play(9, "Paper Lanterns", "Ines Faria", "Nightjar"),
  ])
  const top = yield* topPlayed("album", { date: "2026-05-01", page: 1, limit: 10, sparklines: false })
  for (const { rank, name, artist, plays } of top.items) {
    yield* Console.log(`${rank}. ${name} by ${artist}: ${plays}`)
  }
  return top.items.map((album) => `${album.name} ${album.plays}`)
}).pipe(Effect.provide(layer))

if (import.meta.main) await Effect.runPromise(program)
