import { demoScrobbles, demoWatching } from "@daybook/demo"
import { everything } from "@daybook/kernel"
import { ListeningStore, type Period, rangeOfPeriod } from "@daybook/listening"
import { MemoryStorage } from "@daybook/storage-memory"
import { SqlStorage } from "@daybook/storage-postgres"
import { WatchingStore } from "@daybook/watching"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { aim } from "./lines.ts"
import { clientOf, type Place } from "./place.ts"
import { type Setting, storesOf } from "./setting.ts"
import { percentile } from "./times.ts"

const granularities = { "7day": "day", "1month": "day", "12month": "month", overall: "year" } as const

const layerOf = (place: Place | "memory") => {
  if (place === "memory") return Layer.merge(MemoryStorage.Listening.layer(), MemoryStorage.Watching.layer())
  const client = clientOf(place, "daybook")
  return Layer.provide(Layer.merge(SqlStorage.Listening.layer(), SqlStorage.Watching.layer()), client)
}

/** The milliseconds of a read, and of this process's processors; the first reads warm up. */
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

/** The median times of reads of a store itself, by their names: of plays, and where it is memory of watches too. */
const timesIn = (name: string, place: Place | "memory", scrobbles: number) => {
  const until = Date.now()
  const zone = DateTime.zoneMakeNamedUnsafe("UTC")
  const measure = Effect.gen(function* () {
    const listening = yield* ListeningStore
    const watching = yield* WatchingStore
    if (place === "memory") {
      const plays = [...demoScrobbles({ until, count: scrobbles })]
      for (let at = 0; at < plays.length; at += 20_000)
        yield* listening.storeScrobbles(plays.slice(at, at + 20_000))
      yield* watching.store([...demoWatching({ until, films: 2_000, episodes: 18_000 })])
    }
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
    if (place !== "memory") return found
    add(yield* timed("20 watched shows of 18,000 episodes", watching.watchedShows(everything, 20)))
    add(yield* timed("20 of 2,000 reviews", watching.reviews({ page: 1, limit: 20 })))
    return found
  })
  const layer = Layer.provide(layerOf(place), DateTime.layerCurrentZone(zone))
  return Effect.runPromise(Effect.provide(measure, layer))
}

/** Reads of the memory store beside the same of the others, all without a server. */
export const measureReads = async (setting: Setting): Promise<void> => {
  const { pglite, postgres } = storesOf(setting)
  const inPglite = await timesIn(pglite.name, pglite.place, setting.plays)
  await timesIn(postgres.name, postgres.place, setting.plays)
  for (const [what, millis] of await timesIn("memory", "memory", setting.plays)) {
    const beside = inPglite.get(what)
    aim(
      `memory store: ${what}`,
      millis,
      "ms",
      { atMost: 4 },
      beside === undefined ? undefined : ["PGlite", beside],
    )
  }
}
