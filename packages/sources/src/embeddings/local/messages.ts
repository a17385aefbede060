/** The model that a thread runs: the shipped encoder, or a model with files in a folder under its name. */
export type ThreadOptions =
  | { readonly kind: "encoder" }
  | { readonly kind: "transformers"; readonly folder: string; readonly model: string }

/** Texts for the model. Those that somebody waits for come before others. */
export interface Ask {
  readonly kind: "ask"
  readonly id: number
  readonly texts: ReadonlyArray<string>
  readonly isUrgent: boolean
}

/** The caller no longer waits for the result. */
export interface Forget {
  readonly kind: "forget"
  readonly id: number
}

export type ToThread = Ask | Forget

/** A text's vector, of length 1, and the pieces of words that it has. */
export interface Encoded {
  readonly vector: Float32Array
  readonly pieces: number
}

export type FromThread =
  | { readonly kind: "made"; readonly id: number; readonly made: ReadonlyArray<Encoded> }
  /** The model could not be loaded, or failed at these texts. */
  | { readonly kind: "failed"; readonly id: number; readonly message: string }
