import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fillDisks, noSmallDisk } from "./fullDisks.ts"
import { killWriters } from "./kills.ts"
import { cutPowerOf } from "./powerCuts.ts"
import { notWatched } from "./watchedDisk.ts"
import { everyKind } from "./writes.ts"

/** The same kills and cuts each time, unless a seed is given. */
const seed = Number(process.env["FAULTS_SEED"] ?? 51)

/** Of the kills and cuts of a whole run, as many as fit into the seconds that are requested. */
const share = Math.min(1, Number(process.env["FAULTS_SECONDS"] ?? 90) / 90)
const [kills, cutsAsked] = [Math.ceil(200 * share), Math.ceil(400 * share)]

describe.skipIf(noSmallDisk !== undefined)(
  `a database on a full disk${noSmallDisk === undefined ? "" : `: ${noSmallDisk}`}`,
  () => {
    it.effect("loses nothing, whichever page of a commit found no space", () =>
      Effect.gen(function* () {
        const { refused, wrong } = yield* fillDisks(2, true)
        const counts = Object.values(refused)
        console.log(`${counts.reduce((sum, count) => sum + count, 0)} writes refused, ${wrong.length} faults`)
        assert.deepStrictEqual(wrong, [])
      }),
    )
  },
)

describe.skipIf(notWatched !== undefined)(
  `a database file${notWatched === undefined ? "" : `: ${notWatched}`}`,
  () => {
    it.effect(`is whole, and has everything acknowledged, after each of ${kills} kills within commits`, () =>
      Effect.gen(function* () {
        const { acknowledged, wrong } = yield* killWriters(kills, seed)
        console.log(`${kills} kills, ${acknowledged} writes acknowledged, ${wrong.length} faults`)
        assert.deepStrictEqual(wrong, [])
      }),
    )

    it.effect(`also, after each of ${cutsAsked} power cuts`, () =>
      Effect.gen(function* () {
        const { broken, cuts, losses } = yield* cutPowerOf(7 * everyKind, cutsAsked, seed)
        console.log(`${cuts} power cuts, ${losses.length} losses, ${broken.length} broken files`)
        assert.deepStrictEqual({ broken, losses }, { broken: [], losses: [] })
      }),
    )

    it.effect("is not, with commits that do not wait for the disk", () =>
      Effect.gen(function* () {
        const { broken, cuts, losses } = yield* cutPowerOf(3 * everyKind, 100, seed, "off")
        console.log(`${cuts} power cuts, ${losses.length} losses, ${broken.length} broken files`)
        assert.isAbove(losses.length, 0)
      }),
    )
  },
)
