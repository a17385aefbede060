import { demoScrobbles } from "@daybook/demo"
import { ListeningStore, type Scrobble } from "@daybook/listening"
import { SqlStorage } from "@daybook/storage-postgres"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import { join } from "node:path"
import { measureBareFile, measureBareTable, tenPlaysMillis } from "./bareCopy.ts"
import { aim } from "./lines.ts"
import { type Place, storesAt } from "./data/place.ts"
import { type Setting, storesOf } from "./setting.ts"

const batch = 20_000

/** Ten plays of known tracks, three minutes apart, later than all before. */
const tenOf = (plays: ReadonlyArray<Scrobble>, time: number, until: number): ReadonlyArray<Scrobble> =>
  Array.from({ length: 10 }, (_, at) => plays[(time * 977 + at * 31) % plays.length])
    .filter((play) => play !== undefined)
    .map((play, at) => ({ ...play, playedAt: Math.floor(until / 1000) * 1000 + (time * 10 + at) * 180_000 }))

/**
 * Stores demo plays through the port, then ten more at a time as a sync does. Returns the rate a second of the first, in which
 * making the plays up is not counted, and the median time of the others in milliseconds.
 */
const storeDemoPlays = (place: Place, count: number) => {
  const store = Effect.gen(function* () {
    const listening = yield* ListeningStore
    const until = Date.now()
    let millis = 0
    let known: ReadonlyArray<Scrobble> = []
    let plays: Array<Scrobble> = []
    const storeThese = Effect.fnUntraced(function* () {
      const start = performance.now()
      yield* listening.storeScrobbles(plays)
      millis += performance.now() - start
      known = plays
      plays = []
    })
    for (const play of demoScrobbles({ until, count })) {
      plays.push(play)
      if (plays.length === batch) yield* storeThese()
    }
    if (plays.length > 0) yield* storeThese()
    const ten = yield* Effect.promise(() =>
      tenPlaysMillis((time) => Effect.runPromise(listening.storeScrobbles(tenOf(known, time, until)))),
    )
    return { rate: (count / millis) * 1000, millis: ten }
  })
  const both = { postgres: SqlStorage.Listening.layer(), sqlite: SqliteStorage.Listening.layer() }
  const layer = storesAt(place, both)
  return Effect.runPromise(Effect.provide(store, layer))
}

/**
 * Imports the plays that other parts read, in both databases, next to a bare COPY or bare inserts; then ten at a time.
 */
export const measureStoring = async (setting: Setting): Promise<void> => {
  const { plays } = setting
  const { postgres, sqlite } = storesOf(setting)
  const many = plays.toLocaleString("en")
  console.log(`Storing ${many} plays, ${batch.toLocaleString("en")} a batch, a commit each; then ten, p50`)
  const tell = (name: string, { millis, rate }: { readonly millis: number; readonly rate: number }) =>
    console.log(
      `  ${name.padEnd(46)}${Math.round(rate).toLocaleString("en").padStart(9)} a second, ten in ${millis.toFixed(1)} ms`,
    )
  const bare = await measureBareTable(setting.postgresUrl, plays)
  tell("bare COPY into one table with the same key", bare)
  const stored = await storeDemoPlays(postgres.place, plays)
  tell("PostgreSQL, with all sums", stored)
  aim("plays imported, PostgreSQL", stored.rate, "a second", { share: 0.25 }, ["bare COPY", bare.rate])
  aim(`ten plays after ${many}, PostgreSQL`, stored.millis, "ms", { atMost: 8 }, ["bare insert", bare.millis])
  const bareFile = await measureBareFile(join(setting.work, "bare.db"), plays)
  tell("bare inserts into one table of SQLite", bareFile)
  const embedded = await storeDemoPlays(sqlite.place, plays)
  tell("SQLite, with all sums", embedded)
  aim("plays imported, SQLite", embedded.rate, "a second", { share: 0.25 }, ["bare inserts", bareFile.rate])
  aim(`ten plays after ${many}, SQLite`, embedded.millis, "ms", { atMost: 8 }, [
    "bare insert",
    bareFile.millis,
  ])
}
