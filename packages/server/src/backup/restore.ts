import { Everything } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Manifest } from "./manifest.ts"
import { linesOf, type OpenedExport } from "./readZip.ts"

/** The part of a manifest that a store reads before rows. */
const headOf = (manifest: Manifest): Everything.RestoredHead =>
  manifest.version === 1
    ? { ...manifest, tables: manifest.tables.map(({ table }) => ({ name: table })) }
    : { ...manifest, tables: manifest.tables.map(({ columns, table }) => ({ name: table, columns })) }

/** Makes an empty store what the export holds. `report` hears the rows that are written. */
export const restoreFrom = Effect.fn("Server.restoreFrom")(function* (
  { find, manifest, read }: OpenedExport,
  report: (rows: number) => void = () => {},
) {
  const stored = yield* Everything.StoredRows
  const { tables } = manifest
  let rows = 0
  yield* stored.write(headOf(manifest), find, (restore) =>
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
