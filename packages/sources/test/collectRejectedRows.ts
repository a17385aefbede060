import { type RejectedRow, RejectedRows } from "@daybook/kernel"
import * as Effect from "effect/Effect"

/** Collects the rows that a source sets aside, instead of the sync that keeps them. */
export const collectRejectedRows = () => {
  const kept: Array<RejectedRow> = []
  const fitting: Array<string> = []
  const provide = Effect.provideService(RejectedRows, {
    keep: (rows) => Effect.sync(() => void kept.push(...rows)),
    fit: (_source, refs) => Effect.sync(() => void fitting.push(...refs())),
    tryAgain: () => Effect.void,
  })
  return { kept, fitting, provide }
}
