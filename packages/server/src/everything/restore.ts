import { SqlStorage } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { linesOf, type OpenedExport } from "./readZip.ts"

/** Makes an empty store what the export holds. `report` hears the rows that are written. */
export const restoreFrom = Effect.fn("Server.restoreFrom")(function* (
  { find, manifest, read }: OpenedExport,
  report: (rows: number) => void = () => {},
) {
  const stored = yield* SqlStorage.Everything.StoredRows
  const { counters, migrations, tables } = manifest
  let rows = 0
  yield* stored.write({ counters, migrations, tables: tables.map(({ table }) => table) }, find, (restore) =>
    Effect.forEach(
      tables,
      ({ file, table }) =>
        Stream.runForEach(linesOf(read(file)), (lines) =>
          Effect.andThen(
            restore(table, lines),
            Effect.sync(() => report((rows += lines.length))),
          ),
        ),
      { discard: true },
    ),
  )
})
