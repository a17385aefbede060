import { noEdits, noEntries, noItems } from "@daybook/kernel/contract"
import * as Effect from "effect/Effect"
import { RunStore } from "../src/index.ts"

const unasked = (what: string) => Effect.die(`${what} is not asked for in this test`)

/** A store with the test's answers. */
export const storeOf = (answers: Partial<RunStore["Service"]>): RunStore["Service"] =>
  RunStore.of({
    storeRuns: () => unasked("storeRuns"),
    cursor: () => unasked("cursor"),
    refsSince: () => unasked("refsSince"),
    yearTotals: () => unasked("yearTotals"),
    dueDetails: () => unasked("dueDetails"),
    detailsAskedSince: () => unasked("detailsAskedSince"),
    reportsNear: () => unasked("reportsNear"),
    lists: {
      runs: () => unasked("runs"),
      run: () => unasked("run"),
      efforts: unasked("efforts"),
      gear: () => unasked("gear"),
      sports: () => unasked("sports"),
      lines: () => unasked("lines"),
    },
    stats: { life: unasked("life"), years: unasked("years"), days: () => unasked("days") },
    journal: noEntries,
    edits: noEdits,
    searchable: noItems,
    ...answers,
  })
