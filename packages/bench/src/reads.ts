import { ListeningStore, type Period, rangeOfPeriod } from "@daybook/listening"
import { SqlStorage } from "@daybook/storage-postgres"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { aim } from "./lines.ts"
import { storesAt } from "./data/place.ts"
import { type Setting, type Store, storesOf } from "./setting.ts"
import { percentile } from "./times.ts"

const granularities = { "7day": "day", "1month": "day", "12month": "month", overall: "year" } as const

/** The milliseconds of a read, and of this process's cores; the first reads warm up. */
const timed = Effect.fnUntraced(function* (name: string, read: Effect.Effect<unknown>) {
  const times: Array<number> = []
  let processor = 0
  for (let turn = 0; turn < 60; turn++) {
    const [start, used] = [performance.now(), process.cpuUsage()]
    yield* read
    const { system, user } = process.cpuUsage(used)
    if (turn < 10) continue
    times.push(performance.now() - start)
    processor += (user + system) / 1000
  }
  const sorted = times.sort((one, other) => one - other)
  console.log(
    `  ${name.padEnd(40)} p50 ${percentile(sorted, 0.5).toFixed(2).padStart(6)} ms, ` +
      `processor ${(processor / times.length).toFixed(2).padStart(6)} ms`,
  )
  return [name, percentile(sorted, 0.5)] as const
})

/** The median times of reads of a store itself, by their names. */
const timesIn = ({ name, place }: Store, scrobbles: number) => {
  const until = Date.now()
  const zone = DateTime.zoneMakeNamedUnsafe("UTC")
  const measure = Effect.gen(function* () {
    const listening = yield* ListeningStore
    console.log(`Reads of the store in ${name}, ${scrobbles.toLocaleString("en")} plays`)
    const found = new Map<string, number>()
    const add = ([what, millis]: readonly [string, number]) => found.set(what, millis)
    for (const period of ["7day", "1month", "12month", "overall"] satisfies ReadonlyArray<Period>) {
      const range = rangeOfPeriod(period, until, zone)
      const top = listening.topAlbums(range, { page: 1, limit: 50 })
      const ids = (yield* top).items.map(({ id }) => id)
      add(yield* timed(`50 top albums, ${period}`, top))
      const plays = listening.albumBuckets(ids, range, granularities[period])
      add(yield* timed(`their plays over time, ${period}`, plays))
    }
    return found
  })
  const both = { postgres: SqlStorage.Listening.layer(), sqlite: SqliteStorage.Listening.layer() }
  return Effect.runPromise(Effect.provide(measure, storesAt(place, both)))
}

/** Reads of the store on SQLite next to the same of the one on PostgreSQL, all without a server. */
export const measureReads = async (setting: Setting): Promise<void> => {
  const { postgres, sqlite } = storesOf(setting)
  const inPostgres = await timesIn(postgres, setting.plays)
  for (const [what, millis] of await timesIn(sqlite, setting.plays))
    aim(`store on SQLite: ${what}`, millis, "ms", { atMost: 4 }, [
      "PostgreSQL",
      inPostgres.get(what) ?? Number.NaN,
    ])
}
