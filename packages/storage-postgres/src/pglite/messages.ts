/** What the worker is started with. */
export interface WorkerOptions {
  /** The folder that PGlite keeps its files in; made if missing. */
  readonly folder: string
  /** The schema that comes first in the session's search path; made if missing. */
  readonly schema: string
  /** The seed that a new folder starts from, if there is one. */
  readonly seed: string | undefined
  /** How many bytes of answers have been taken by the reader, modulo 2^32; the worker waits on it. */
  readonly taken: SharedArrayBuffer
}

export type ToWorker =
  /** A new session begins on the one backend: whatever the last one left behind is undone first. */
  | { readonly kind: "open"; readonly session: number }
  /** Whole protocol messages, ending where PostgreSQL would answer. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "close" }

export type FromWorker =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "bytes"; readonly session: number; readonly bytes: Uint8Array }
