import * as Effect from "effect/Effect"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { seeded } from "./powerCut.ts"
import { found, statesAfter } from "./state.ts"
import { temporaryFolder } from "./stores.ts"
import { makeRunWriter } from "./watchedDisk.ts"
import { everyKind } from "./writes.ts"

/** The writes that a file gets before the next one is started. */
const writesOfAFile = 5 * everyKind

// The most calls on its files that a new database makes until its tables are there, and those of some five writes.
const callsOfTables = 900
const callsOfWrites = 600

/**
 * Kills a writer so often, each time within a call that a seed chooses on the files of its database: a write is half
 * done then. After each kill the file is opened, which takes up its log, and the next writer continues where it was.
 * Returns what is wrong.
 */
export const killWriters = (kills: number, seed: number) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const runWriter = yield* makeRunWriter
    const states = yield* statesAfter(writesOfAFile)
    const random = seeded(seed)
    const wrong: Array<string> = []
    let path = ""
    let stored = writesOfAFile
    let acknowledgedInAll = 0
    for (let killed = 0; killed < kills;) {
      if (stored >= writesOfAFile) {
        path = join(mkdtempSync(join(folder, "file-")), "daybook.db")
        stored = 0
      }
      const dieAt = 1 + random(stored === 0 ? callsOfTables : callsOfWrites)
      const { acknowledged, isKilled } = runWriter(path, [stored + 1, writesOfAFile], { dieAt })
      if (isKilled) killed += 1
      const { faults, writes } = yield* found(path, states)
      const context = `seed ${seed}, kill ${killed} within call ${dieAt}, ${acknowledged} acknowledged, ${writes} stored`
      if (faults.length > 0) wrong.push(`${context}: ${faults.join("; ")}`)
      if (writes < acknowledged || writes > acknowledged + 1) wrong.push(context)
      acknowledgedInAll += acknowledged - stored
      stored = writes < 0 ? writesOfAFile : writes
    }
    return { wrong, acknowledged: acknowledgedInAll }
  })
