import { ListeningStore } from "@daybook/listening"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { storesOn } from "./freshStores.ts"

const folder = mkdtempSync(join(tmpdir(), "daybook-years-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const store = (...days: ReadonlyArray<string>) =>
  Effect.flatMap(ListeningStore, ({ storeScrobbles }) =>
    storeScrobbles(
      days.map((day) => ({
        playedAt: Date.parse(`${day}T12:00:00Z`),
        artist: "Low",
        album: `of ${day.slice(5, 7)}`,
        track: "Days Like These",
        imageUrl: "",
      })),
    ),
  )

/** The stored totals by year, and those that a count of the plays gives. */
const years = Effect.flatMap(Sqlite.Database, ({ all, read, sql }) =>
  read(() => ({
    stored: all(sql`select * from album_months where month >= 'y' order by 1, 2`),
    counted: all(sql`select 'y' || substr(day, 1, 4) as month, album_id as id, count(*) as plays,
      min(played_at) as first_played_at, max(played_at) as last_played_at from scrobbles group by 1, 2 order by 1, 2`),
  })),
)

const makeEarlier = Effect.flatMap(Sqlite.Database, ({ all, sql, transaction }) =>
  transaction(
    Effect.sync(() => {
      for (const table of ["artist_months", "album_months", "track_months"])
        all(sql`delete from ${sql(table)} where month >= 'y'`)
      all(sql`alter table artists drop column image_url`)
      all(sql`delete from migrations where domain = 'listening' and number > 3`)
    }),
  ),
)

describe("plays of a version that summed up no years", () => {
  it.live("are summed up by year at the next start, and then with each batch", () =>
    Effect.gen(function* () {
      const database = Layer.orDie(Sqlite.layerFile(join(folder, "daybook.db")))
      const open = <A, E>(work: Effect.Effect<A, E, ListeningStore | Sqlite.Database>) =>
        Effect.provide(
          work,
          Layer.fresh(Layer.merge(storesOn(SqliteStorage.Listening.layer(), database), database)),
        )
      yield* open(store("2023-05-01", "2023-07-02", "2024-05-03"))
      yield* Effect.provide(makeEarlier, Layer.fresh(database))
      const { counted, stored } = yield* open(years)
      assert.strictEqual(stored.length, 3)
      assert.deepStrictEqual(stored, counted)
      const later = yield* open(Effect.andThen(store("2023-05-09", "2025-01-01"), years))
      assert.strictEqual(later.stored.length, 4)
      assert.deepStrictEqual(later.stored, later.counted)
    }),
  )
})
