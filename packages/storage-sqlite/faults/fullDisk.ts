// Its own process, alone on a small disk: fills the disk before writes of every kind, leaving more and more room until the
// write is done. Prints what went wrong, as JSON.
import { storageUnavailable } from "@daybook/kernel"
import { Sqlite } from "@daybook/storage-sqlite"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { closeSync, ftruncateSync, openSync, rmSync, statfsSync, writeSync } from "node:fs"
import { join } from "node:path"
import { digests, faults } from "./state.ts"
import { storesIn, storesOn } from "./stores.ts"
import { everyKind, kinds } from "./writes.ts"

const [folder = "", rounds = "1", isThorough = "false"] = process.argv.slice(2)
const ballast = join(folder, "ballast")
const page = 4096

/** Takes the room of the disk, but for this many pages. Free again once the file is removed. */
const fill = (leaving: number): void => {
  const file = openSync(ballast, "w")
  const { bfree, bsize } = statfsSync(folder)
  const wanted = bfree * bsize
  const megabyte = Buffer.alloc(1 << 20)
  let written = 0
  try {
    while (written < wanted)
      written += writeSync(file, megabyte, 0, Math.min(megabyte.length, wanted - written))
  } catch {
    // It is full.
  }
  ftruncateSync(file, Math.max(0, written - leaving * page))
  closeSync(file)
}
const makeRoom = () => rmSync(ballast, { force: true })

const isSame = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  [...one].every(([name, digest]) => other.get(name) === digest)

const advice =
  /^The disk of the database (is full: free some space|fails .* check the disk and its free space), then try again$/

const wrong: Array<string> = []
const refused: Record<string, number> = {}
const done: Array<readonly [kind: string, number: number]> = []

const writeOnFullDisk = Effect.fnUntraced(function* (kind: string, number: number) {
  const { all, sql } = yield* Sqlite.Database
  const write = kinds[kind]?.(number) ?? Effect.void
  // The log has no space of its own: each write needs some of the disk.
  all(sql`pragma wal_checkpoint(truncate)`)
  const before = yield* digests
  for (let leaving = 0; ; leaving = isThorough === "true" ? leaving + 1 : Math.max(1, leaving * 2)) {
    fill(leaving)
    const exit = yield* Effect.exit(write)
    const context = `${kind} ${number} with ${leaving} pages left`
    if (Exit.isSuccess(exit)) break
    refused[kind] = (refused[kind] ?? 0) + 1
    const message = storageUnavailable(exit.cause)?.message ?? Cause.pretty(exit.cause)
    if (!advice.test(message)) wrong.push(`${context}: ${message}`)
    if (!isSame(before, yield* digests)) wrong.push(`${context}: not all is as it was`)
    makeRoom()
    if (leaving > 5_000) throw new Error(`${context}: still no room`)
  }
  makeRoom()
  done.push([kind, number])
})

const path = join(folder, "daybook.db")
const reason = (exit: Exit.Exit<unknown, { readonly message: string }>) =>
  Exit.isSuccess(exit)
    ? "opened"
    : Cause.squash(exit.cause) instanceof Error
      ? String(Cause.squash(exit.cause))
      : ""

const program = Effect.gen(function* () {
  fill(0)
  const newFile = yield* Effect.exit(Effect.provide(digests, storesIn(path)))
  makeRoom()
  const end = yield* Effect.gen(function* () {
    for (let round = 0; round < Number(rounds); round++)
      for (const [index, kind] of Object.keys(kinds).entries())
        yield* writeOnFullDisk(kind, 1 + round * everyKind + index)
    wrong.push(...(yield* faults))
    return yield* digests
  }).pipe(Effect.provide(storesIn(path)))
  fill(0)
  const again = yield* Effect.exit(Effect.provide(digests, storesIn(path)))
  makeRoom()
  if (!isSame(end, yield* Effect.provide(digests, storesIn(path))))
    wrong.push("something was lost at the end")
  const model = Effect.gen(function* () {
    for (const [kind, number] of done) yield* kinds[kind]?.(number) ?? Effect.void
    return yield* digests
  })
  if (!isSame(yield* Effect.provide(model, storesOn(Sqlite.layerMemory)), end))
    wrong.push("what is stored is not what was acknowledged")
  return { wrong, refused, newFile: reason(newFile), again: reason(again) }
})

console.log(JSON.stringify(await Effect.runPromise(program)))
