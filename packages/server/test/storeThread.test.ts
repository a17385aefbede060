import { FilterStore, ListeningStore } from "@daybook/listening"
import { prepareThread } from "@daybook/storage-sqlite/worker/prepare"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"
import * as Patterns from "../src/patterns.ts"
import * as StoreThread from "../src/storeThread.ts"
import { Notes, stores } from "./storeThread.child.ts"

const folder = mkdtempSync(join(tmpdir(), "daybook-store-thread-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = fileURLToPath(new URL("./storeThread.child.ts", import.meta.url))

const at = Date.UTC(2026, 4, 1, 23, 30)

const used = Effect.gen(function* () {
  const listening = yield* ListeningStore
  const filters = yield* FilterStore
  const notes = yield* Notes
  for (const artist of ["Low", "Slowdive"])
    yield* listening.storeScrobbles([{ playedAt: at, track: "Rain", artist, album: "", imageUrl: "" }])
  yield* filters.add({ kind: "artist", match: "pattern", value: "^slow", reason: "" })
  yield* notes.add("one")
  yield* notes.add("two")
  const { items } = yield* listening.lists.played(
    "artist",
    { range: { from: undefined, until: undefined }, sort: "plays", order: "desc" },
    { page: 1, limit: 10 },
  )
  const days = yield* listening.journal.countsByDay({ from: undefined, until: undefined })
  return {
    artists: items.map(({ name }) => name),
    days: days.map(({ count, day }) => `${day}: ${count}`),
    notes: yield* notes.all,
  }
})

describe("the database of a server", () => {
  for (const [name, own] of [
    ["a thread of its program", () => prepareThread(program)],
    ["the serving thread, without a program,", undefined],
  ] as const) {
    it.live(`is written by ${name} with its patterns, time zone and own stores`, () =>
      Effect.gen(function* () {
        const path = join(folder, `${own === undefined ? "here" : "thread"}.db`)
        const layer = StoreThread.layer(stores, own, { path, allowNewerSchema: false }).pipe(
          Layer.provide(Patterns.layer),
          Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("Europe/Lisbon"))),
        )
        assert.deepStrictEqual(yield* Effect.provide(used, layer), {
          artists: ["Low"],
          days: ["2026-05-02: 1"],
          notes: ["one", "two"],
        })
      }),
    )
  }
})
