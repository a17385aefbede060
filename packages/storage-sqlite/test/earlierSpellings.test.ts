import { nameKey, type PlayedKind } from "@daybook/listening"
import {
  earlierSpellings,
  earlierSpellingsContract,
  showsJoined,
  tellEarlier,
} from "@daybook/listening/contract"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { inMemory, storesOn } from "./freshStores.ts"
import { moveRows, storedRows } from "./movedRows.ts"

const layer = Layer.merge(SqliteStorage.Listening.layer(), SqliteStorage.Kernel.layer())

const folder = mkdtempSync(join(tmpdir(), "daybook-spellings-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

const respell = (names: ReadonlyArray<readonly [PlayedKind, string, string]>) =>
  Effect.gen(function* () {
    const { all, sql, transaction } = yield* Sqlite.Database
    const write = Effect.sync(() => {
      for (const [kind, from, to] of names) {
        const table = sql(`${kind}s`)
        all(
          sql`update ${table} set name = ${to}, name_key = ${nameKey(to)} where told_name = ${from} and name = ${from}`,
        )
        all(sql`update ${table} set told_name = ${to} where told_name = ${from}`)
        if (kind === "artist")
          all(sql`update hidden_tellings set behind_artist = ${to} where behind_artist = ${from}`)
      }
      all(sql`drop index edited_plays_by_track`)
      all(sql`drop index edited_plays_by_album`)
      all(sql`alter table artists drop column image_url`)
      all(sql`delete from migrations where domain = 'listening' and number > 2`)
    })
    yield* transaction(write)
  })

const makeEarlier = () => {
  const database = Layer.orDie(Sqlite.layerFile(join(folder, `${++files}.db`)))
  return {
    database,
    open: () => Layer.fresh(storesOn(layer, database)),
    respell: (names: ReadonlyArray<readonly [PlayedKind, string, string]>) =>
      Effect.provide(respell(names), Layer.fresh(database)),
  }
}

earlierSpellingsContract("SQLite", makeEarlier, inMemory(layer))

describe("an export of a version in which each spelling was its own name", () => {
  const restored = (target: Layer.Layer<Sqlite.Database>) =>
    Effect.gen(function* () {
      const { database, open, respell: write } = makeEarlier()
      yield* Effect.provide(tellEarlier, open())
      yield* write(earlierSpellings)
      const restore = yield* Effect.provide(moveRows, Layer.provide(storedRows, Layer.fresh(database)))
      yield* Effect.andThen(restore, showsJoined(inMemory(layer)())).pipe(
        Effect.provide(
          Layer.provideMerge(
            Layer.merge(layer, storedRows),
            Layer.merge(target, DateTime.layerCurrentZoneNamed("UTC")),
          ),
        ),
      )
    }).pipe(Effect.orDie)

  it.effect("is restored into an open store with its spellings joined", () =>
    restored(Layer.orDie(Sqlite.layerFile(join(folder, "restored.db")))),
  )

  it.effect("is restored into a store in memory also", () => restored(Sqlite.layerMemory))
})
