import { type Domain, type DomainName, StorageUnavailable, syncDomain, SyncRuns } from "@daybook/kernel"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { runSchedule } from "../../src/syncs/schedule.ts"

const stores = SqliteStorage.layer().pipe(
  Layer.provide(Sqlite.layerMemory),
  Layer.provideMerge(DateTime.layerCurrentZoneNamed("UTC")),
  Layer.orDie,
)

const names = ["listening", "running"]

it.effect("the schedule continues after a check while the storage is away", () =>
  Effect.gen(function* () {
    const runs = yield* SyncRuns
    let isAway = false
    const store = SyncRuns.of({
      ...runs,
      list: (page, domain) =>
        Effect.suspend(() => {
          if (!isAway) return runs.list(page, domain)
          isAway = false
          return Effect.die(new StorageUnavailable({ message: "The database is away", retryAfter: 10 }))
        }),
    })
    let done: Array<string> = []
    const every = Duration.minutes(10)
    const domains = names.map((name): Domain<DomainName, SyncRuns> => {
      const sources = { configured: [{ name }], settings: "" }
      const note = (what: string) => Effect.sync(() => void done.push(`${name} ${what}`))
      return {
        name,
        dataVersions: [name],
        sync: {
          run: syncDomain(name, sources, () => Effect.as(note("synced"), 0)),
          sources: Effect.succeed(sources),
          every,
        },
        scheduled: [{ name: "other work", run: note("worked"), every, first: Duration.zero }],
      }
    })
    const all = names.flatMap((name) => [`${name} synced`, `${name} worked`])
    yield* Effect.forkChild(Effect.provideService(runSchedule(domains), SyncRuns, store))
    yield* TestClock.adjust("5 minutes")
    assert.deepStrictEqual(done.toSorted(), all)
    done = []
    isAway = true
    yield* TestClock.adjust("10 minutes")
    assert.isFalse(isAway)
    assert.deepStrictEqual(done.toSorted(), all)
  }).pipe(Effect.provide(stores)),
)
