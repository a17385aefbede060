/**
 * The end that an answered write outlives: of the process, which is all that PGlite needs nothing for, or of the
 * machine, for which each commit waits for the disk.
 */
export type Durability = "process" | "power"

/**
 * The worker's options. They come by a port of their own, since a thread may begin to load before anyone knows them;
 * messages of `ToWorker` wait meanwhile.
 */
export interface WorkerOptions {
  /** The folder that PGlite keeps its files in; made if missing. Undefined: it keeps them in its memory. */
  readonly folder: string | undefined
  /** The schema that comes first in the session's search path; made if missing. */
  readonly schema: string
  /** The seed for a new folder, if there is one. */
  readonly seed: string | undefined
  readonly durability: Durability
  /** The memory of the `AnswerLink` of both threads. */
  readonly link: SharedArrayBuffer
}

export type ToWorker =
  /** Begins a new session on the one backend, after undoing everything that the last one left behind. */
  | { readonly kind: "open"; readonly session: number }
  /** Whole protocol messages, ending where PostgreSQL would answer. */
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "close" }

/** The reason why PGlite, or a session of it, has ended; `code` is the SQLSTATE where the server gave one. */
export interface Ending {
  readonly reason: string
  readonly code?: string | undefined
}

export type FromWorker =
  | { readonly kind: "ready" }
  /** PGlite cannot be used any more; its thread ends. */
  | { readonly kind: "failed"; readonly ending: Ending }
  /** The session cannot go on; PGlite can. */
  | { readonly kind: "ended"; readonly session: number; readonly ending: Ending }
  | { readonly kind: "bytes"; readonly session: number; readonly bytes: Uint8Array }

/** The SQLSTATE of a disk that is full (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export const diskFull = "53100"
