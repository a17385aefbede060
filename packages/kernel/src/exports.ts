import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { StorageUnavailable } from "./errors.ts"

/** A zip file of everything that is stored. */
export interface ExportFile {
  /** In bytes. */
  readonly length: number
  /** The bytes as they are asked for; they may be read for as long as the scope is open. */
  readonly bytes: Stream.Stream<Uint8Array, StorageUnavailable>
}

/** Makes a zip file of everything that is stored at this moment; it is gone when the scope closes. */
export type MakeExport = Effect.Effect<ExportFile, StorageUnavailable, Scope.Scope>

/** The export of a host; undefined where it keeps nothing that outlives its process. */
export const Exporting = Context.Reference<MakeExport | undefined>("daybook/kernel/Exporting", {
  defaultValue: () => undefined,
})
