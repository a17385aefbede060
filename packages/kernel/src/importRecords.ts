import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { BatchStore } from "./batches.ts"
import type { EpochMillis } from "./calendar.ts"
import { cursorCodec } from "./cursor.ts"
import { futureOf, type Happened } from "./happened.ts"
import { storageRoom } from "./storageRoom.ts"

/**
 * A record of an export: an item, or something that does not belong in the domain, or an unreadable record with its
 * problem.
 */
export type ExportReading<Item> =
  | { readonly item: Item }
  | { readonly skipped: string }
  | { readonly problem: string }

/** A record of an export, with its position. */
export type ExportRow<Item> = ExportReading<Item> & {
  /** The line where the record begins, from 1. */
  readonly line: number
  /** The file within an archive; "" for any other export. */
  readonly part: string
}

/** A record that could not be read. */
export interface ExportProblem {
  readonly line: number
  readonly part: string
  readonly problem: string
}

/** The result of an import, so far or in all. */
export interface ImportSummary {
  /** An earlier run has finished this very file: nothing was read. */
  readonly finishedBefore: boolean
  /** Records read, including those that an earlier run stored. */
  readonly read: number
  /** The number of records that earlier runs of this import had done. */
  readonly resumedAfter: number
  /** Items that are new or have changed. */
  readonly stored: number
  /** Items that were stored already. */
  readonly unchanged: number
  /** Records that are no items, by the reason. */
  readonly skipped: ReadonlyMap<string, number>
  /** Records that could not be read. */
  readonly bad: number
  /** The first 20 of them. */
  readonly problems: ReadonlyArray<ExportProblem>
}

// Half of it costs a store of plays half as much work again, since sums are counted anew in each batch; twice as much
// gains nothing. A killed import repeats less than a second of work.
const batchSize = 20_000

const problemsNamed = 20

const cursors = cursorCodec(Schema.Struct({ rows: Schema.Natural, finished: Schema.Boolean }))

/**
 * Stores the items of an export, a batch with its place in the file in one transaction: killed anywhere, the next
 * run of the same file carries on after the last batch, and a file that was finished is not read again. While a
 * batch is stored the next one is read; no more than those two and the one between are held. It fails before a batch
 * for which there is no `storageRoom`.
 */
export const importRecords = Effect.fn("Kernel.importRecords")(function* <Item, E, R>({
  fingerprint,
  report = () => Effect.void,
  rows,
  store,
}: {
  readonly store: BatchStore<Item>
  /** Equal for the same content, whatever the file is called. */
  readonly fingerprint: string
  /** Every record of the file, always in the same order. */
  readonly rows: Stream.Stream<ExportRow<Item>, E, R>
  /** Told after each batch how far the import is. */
  readonly report?: (summary: ImportSummary) => Effect.Effect<void>
}) {
  const source = `import ${fingerprint}`
  const saved = yield* cursors.read(source, yield* store.cursor(source))
  const { finished, rows: resumedAfter } = Option.getOrElse(saved, () => ({ finished: false, rows: 0 }))
  const tally = new Tally<Item>(resumedAfter, finished)
  if (finished) return tally.summary

  const save = Effect.fnUntraced(function* (items: ReadonlyArray<Item>, finished: boolean) {
    const cursor = { source, cursor: cursors.write({ rows: tally.read, finished }) }
    tally.stores(items.length, yield* store.store(items, cursor))
  })
  const importBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<ExportRow<Item>>) {
    yield* storageRoom
    const now = yield* Clock.currentTimeMillis
    const items = batch.flatMap((row) => tally.itemToStore(inThePast(row, store.happened, now)) ?? [])
    if (tally.read > resumedAfter) yield* save(items, false)
    yield* report(tally.summary)
  })
  yield* rows.pipe(Stream.grouped(batchSize), Stream.buffer({ capacity: 1 }), Stream.runForEach(importBatch))
  yield* save([], true)
  return tally.summary
})

/** The row, or a problem where its item has not happened yet. */
const inThePast = <Item>(
  row: ExportRow<Item>,
  happened: Happened<Item> | undefined,
  now: EpochMillis,
): ExportRow<Item> => {
  const problem = happened !== undefined && "item" in row ? futureOf(happened, row.item, now) : undefined
  return problem === undefined ? row : { line: row.line, part: row.part, problem }
}

class Tally<Item> {
  read = 0
  #stored = 0
  #unchanged = 0
  #bad = 0
  readonly #skipped = new Map<string, number>()
  readonly #problems: Array<ExportProblem> = []
  readonly #resumedAfter: number
  readonly #finishedBefore: boolean

  constructor(resumedAfter: number, finishedBefore: boolean) {
    this.#resumedAfter = resumedAfter
    this.#finishedBefore = finishedBefore
  }

  /** Counts the record; gives its item, unless it has none or an earlier run stored it. */
  itemToStore(row: ExportRow<Item>): Item | undefined {
    this.read += 1
    if ("item" in row) return this.read > this.#resumedAfter ? row.item : undefined
    if ("skipped" in row) {
      this.#skipped.set(row.skipped, (this.#skipped.get(row.skipped) ?? 0) + 1)
    } else {
      this.#bad += 1
      const { line, part, problem } = row
      if (this.#problems.length < problemsNamed) this.#problems.push({ line, part, problem })
    }
    return undefined
  }

  stores(items: number, changed: number): void {
    this.#stored += changed
    this.#unchanged += items - changed
  }

  get summary(): ImportSummary {
    return {
      finishedBefore: this.#finishedBefore,
      read: this.read,
      resumedAfter: this.#resumedAfter,
      stored: this.#stored,
      unchanged: this.#unchanged,
      skipped: new Map(this.#skipped),
      bad: this.#bad,
      problems: [...this.#problems],
    }
  }
}
