import { type ExportReading, type ExportRow, firstFault, type RawRecord, type Records } from "@daybook/kernel"
import * as Arr from "effect/Array"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

/** Reads the text of one file of one format, piece by piece. */
export interface RowReader<Item> {
  readonly push: (text: string) => ReadonlyArray<ExportRow<Item>>
  readonly end: () => ReadonlyArray<ExportRow<Item>>
}

/** A record that may stand for several, such as a visit with the visits within it. */
export class ExpandedRecords implements Records<unknown> {
  readonly #records: Records<unknown>
  readonly #expand: (value: unknown) => ReadonlyArray<unknown>

  constructor(records: Records<unknown>, expand: (value: unknown) => ReadonlyArray<unknown>) {
    this.#records = records
    this.#expand = expand
  }

  get listed(): boolean {
    return this.#records.listed === true
  }

  push(text: string) {
    return this.#expanded(this.#records.push(text))
  }

  end() {
    return this.#expanded(this.#records.end())
  }

  #expanded(records: ReadonlyArray<RawRecord<unknown>>): ReadonlyArray<RawRecord<unknown>> {
    return records.flatMap((record): ReadonlyArray<RawRecord<unknown>> =>
      "value" in record
        ? this.#expand(record.value).map((value) => ({ line: record.line, value }))
        : [record],
    )
  }
}

/**
 * The items of a record: several, one, or undefined if it has nothing to import, as a header or a description of the
 * account.
 */
export type Readings<Item> = ExportReading<Item> | ReadonlyArray<ExportReading<Item>> | undefined

/** Reads each record of a format. */
export const makeRowReader = <Value, Item>(
  records: Records<Value>,
  read: (value: Value) => Readings<Item>,
): RowReader<Item> => {
  const rowsOf = (found: ReadonlyArray<RawRecord<Value>>) => {
    const rows: Array<ExportRow<Item>> = []
    for (const record of found) {
      const { line } = record
      const readings: Readings<Item> = "problem" in record ? record : read(record.value)
      for (const reading of readings === undefined ? [] : Arr.ensure(readings))
        rows.push({ ...reading, line })
    }
    return rows
  }
  return { push: (text) => rowsOf(records.push(text)), end: () => rowsOf(records.end()) }
}

/** Reads a record by its schema; a problem names the field and the expected value. */
export const bySchema = <S extends Schema.ConstraintDecoder<unknown>, Reading>(
  schema: S,
  read: (value: S["Type"]) => Reading,
): ((record: unknown) => Reading | { readonly problem: string }) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (record) => {
    const decoded = decode(record)
    if (Result.isSuccess(decoded)) return read(decoded.success)
    const { field, problem } = firstFault(decoded.failure.issue)
    return { problem: field === "" ? problem : `${field}: ${problem}` }
  }
}
