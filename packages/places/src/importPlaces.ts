import type { BatchStore, EventTiming } from "@daybook/kernel"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { CheckIn, normalizeCheckIn } from "./model.ts"
import { nameStays } from "./nameStays.ts"
import { CheckInStore } from "./ports.ts"
import { isUnnamedStay } from "./stayDetection.ts"

/** A check-in of a file. */
export const ImportedCheckIn = Schema.Struct({
  checkIn: CheckIn,
  /** True if the service itself reports more of it than the file: the file then only fills what is unknown. */
  isSparse: Schema.Boolean,
})
export type ImportedCheckIn = typeof ImportedCheckIn.Type

const happened: EventTiming<ImportedCheckIn> = {
  at: ({ checkIn }) => checkIn.checkedInAt,
  ref: ({ checkIn }) => checkIn.id,
  schema: ImportedCheckIn,
}

/** Storage of the check-ins of files in batches. */
export const importedCheckInBatches = Effect.map(
  CheckInStore,
  ({ checkIn, cursor, fillCheckIns, lists, storeCheckIns }): BatchStore<ImportedCheckIn> => ({
    happened,
    cursor,
    store: Effect.fnUntraced(function* (imported, next) {
      const { false: whole = [], true: sparse = [] } = Object.groupBy(imported, ({ isSparse }) =>
        isSparse ? "true" : "false",
      )
      const tidy = (some: ReadonlyArray<CheckIn>) => some.map(normalizeCheckIn)
      const checkInsOf = (some: ReadonlyArray<ImportedCheckIn>) => some.map((one) => one.checkIn)
      // The place in the file is saved when all is stored.
      const stored = whole.length === 0 ? 0 : yield* storeCheckIns(tidy(checkInsOf(whole)))
      const [others, stays] = Arr.partition(checkInsOf(sparse), (one) =>
        isUnnamedStay(one) ? Result.succeed(one) : Result.fail(one),
      )
      const named = yield* nameStays({ checkIn, lists }, stays)
      return stored + (yield* fillCheckIns(tidy([...others, ...named]), next))
    }),
  }),
)
