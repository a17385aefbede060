import type { FileChoice, Found } from "@daybook/kernel"

/** Signals to the program of the server, in a thread, that it reads files for the server. */
export const threadWord = "read-imports"

/** A file for the thread, which reads one at a time. */
export interface FileForThread {
  readonly kind: "file"
  readonly path: string
  readonly name: string
  readonly choice: FileChoice
}

export type ToImportThread =
  | FileForThread
  /** One of the found ones is stored. */
  | { readonly kind: "taken" }
  | { readonly kind: "fit"; readonly rows: number }
  | { readonly kind: "skip"; readonly place: number }

export type FromImportThread =
  | { readonly kind: "found"; readonly found: Found }
  /** The bytes that are read. */
  | { readonly kind: "at"; readonly bytes: number }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly message: string }
