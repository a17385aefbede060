import { demoScrobbles } from "@daybook/demo"
import { everything } from "@daybook/kernel"
import { ListeningStore, type Period, rangeOfPeriod } from "@daybook/listening"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { rmSync, statSync } from "node:fs"
const count = Number(process.argv[2] ?? 100000),
  atOnce = Number(process.argv[3] ?? 1000)
const file = "/tmp/p/probe.db"
for (const e of ["", "-wal", "-shm"]) rmSync(file + e, { force: true })
const until = Date.now()
const zone = DateTime.zoneMakeNamedUnsafe("Europe/Lisbon")
const plays = [...demoScrobbles({ until, count })]
const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const program = Effect.gen(function* () {
  const store = yield* ListeningStore
  let t = cpu(),
    longest = 0
  for (let at = 0; at < plays.length; at += atOnce) {
    const b = cpu()
    yield* store.storeScrobbles(plays.slice(at, at + atOnce), undefined, "x")
    longest = Math.max(longest, cpu() - b)
  }
  console.log(
    "plays/s",
    Math.round((plays.length / (cpu() - t)) * 1000),
    "longest",
    longest.toFixed(0),
    "rss",
    Math.round(process.memoryUsage().rss / 1e6),
  )
  const timed = Effect.fnUntraced(function* (name: string, e: Effect.Effect<unknown>) {
    const times: number[] = []
    for (let i = 0; i < 20; i++) {
      const s = cpu()
      yield* e
      times.push(cpu() - s)
    }
    times.sort((a, b) => a - b)
    console.log(name.padEnd(40), times[10]!.toFixed(2))
  })
  for (const period of ["7day", "1month", "12month", "overall"] satisfies Period[]) {
    const range = rangeOfPeriod(period, until, zone)
    yield* timed(`top albums ${period}`, store.topAlbums(range, { page: 1, limit: 50 }))
    const ids = (yield* store.topAlbums(range, { page: 1, limit: 50 })).items.map(({ id }) => id)
    yield* timed(
      `buckets ${period}`,
      store.albumBuckets(ids, range, period === "12month" ? "month" : period === "overall" ? "year" : "day"),
    )
  }
  yield* timed("recent", store.lists.plays({ range: everything }, { page: 1, limit: 20 }))
  yield* timed("page 2000", store.lists.plays({ range: everything }, { page: 2000, limit: 20 }))
  yield* timed("stats year", store.lists.stats({ from: until - 365 * 864e5, until }))
  yield* timed(
    "tracks 12 months",
    store.lists.played(
      "track",
      { range: { from: until - 365 * 864e5, until }, sort: "plays", order: "desc" },
      { page: 1, limit: 20 },
    ),
  )
  yield* timed(
    "tracks q",
    store.lists.played(
      "track",
      { range: everything, sort: "plays", order: "desc", q: "low" },
      { page: 1, limit: 20 },
    ),
  )
  yield* timed("by day all", store.journal.countsByDay(everything))
  yield* timed("feed", store.journal.entries(everything, 20))
  yield* timed(
    "ten plays",
    Effect.suspend(() =>
      store.storeScrobbles(
        plays
          .slice(0, 10)
          .map((p, i) => ({ ...p, playedAt: until - Math.floor(Math.random() * 1e9) * 1000 })),
        undefined,
        "x",
      ),
    ),
  )
  console.log("size MB", statSync(file).size / 1e6, "rss", Math.round(process.memoryUsage().rss / 1e6))
})
await Effect.runPromise(
  program.pipe(
    Effect.provide(
      SqliteStorage.Listening.layer.pipe(
        Layer.provideMerge(SqliteStorage.Kernel.layer),
        Layer.provide(Sqlite.layerFile(file)),
        Layer.provide(DateTime.layerCurrentZone(zone)),
      ),
    ),
  ),
)
