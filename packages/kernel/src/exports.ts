import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { StorageUnavailable } from "./errors.ts"

/** A zip file of all stored data. */
export interface ExportFile {
  /** In bytes. */
  readonly length: number
  /** The bytes, on demand; they can be read as long as the scope is open. */
  readonly bytes: Stream.Stream<Uint8Array, StorageUnavailable>
}

/** Creates a zip file of everything stored at this moment; it is deleted when the scope closes. */
export type MakeExport = Effect.Effect<ExportFile, StorageUnavailable, Scope.Scope>

/** The export of a host; undefined if it keeps nothing that outlives its process. */
export const Exporting = Context.Reference<MakeExport | undefined>("daybook/kernel/Exporting", {
  defaultValue: () => undefined,
})
