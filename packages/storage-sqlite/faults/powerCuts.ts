import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { readRecord } from "./diskRecord.ts"
import { Disk, seeded, writeDisk } from "./powerCut.ts"
import { found, statesAfter } from "./state.ts"
import { temporaryFolder } from "./stores.ts"
import { makeRunWriter } from "./watchedDisk.ts"

/** The outcome of power cuts. */
export interface PowerCuts {
  readonly cuts: number
  /** The cuts after which an acknowledged write was not there, with what was. */
  readonly losses: ReadonlyArray<string>
  /** The cuts after which the file did not open, or was not whole. */
  readonly broken: ReadonlyArray<string>
}

/**
 * Records all that a writer does to its files, from making them to closing them, and cuts the power behind steps that a seed
 * chooses, with the sectors that a seed chooses.
 */
export const cutPowerOf = (writes: number, cuts: number, seed: number, synchronous = "full") =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const record = join(folder, "record")
    const recorded = join(folder, "recorded")
    mkdirSync(recorded)
    const runWriter = yield* makeRunWriter
    runWriter(join(recorded, "daybook.db"), [1, writes], { record }, synchronous)
    const steps = readRecord(record)
    const states = yield* statesAfter(writes)
    const random = seeded(seed)
    const places = new Set<number>()
    while (places.size < Math.min(cuts, steps.length)) places.add(1 + random(steps.length))

    const losses: Array<string> = []
    const broken: Array<string> = []
    const disk = new Disk()
    let acknowledged = 0
    for (const [index, step] of steps.entries()) {
      disk.take(step)
      if (step.step.step === "answered") acknowledged = step.step.number
      if (!places.has(index + 1)) continue
      const left = join(folder, `cut${index}`)
      mkdirSync(left)
      writeDisk(disk.cutPower(random), left)
      const exit = yield* Effect.exit(found(join(left, "daybook.db"), states))
      const context = `seed ${seed}, behind step ${index + 1} of ${steps.length}, ${acknowledged} acknowledged`
      if (Exit.isFailure(exit)) broken.push(`${context}: ${Cause.pretty(exit.cause)}`)
      else {
        const { faults, writes: stored } = exit.value
        if (faults.length > 0) broken.push(`${context}: ${faults.join("; ")}`)
        else if (stored < acknowledged || stored > acknowledged + 1)
          losses.push(`${context}: ${stored} stored`)
      }
      rmSync(left, { recursive: true })
    }
    return { cuts: places.size, losses, broken } satisfies PowerCuts
  })
