import type { Encoding } from "../middleware/encoding.ts"

/** A file of the page, in its encodings. */
export interface PageFile {
  readonly contentType: string
  /** True if its name changes with its content. */
  readonly immutable: boolean
  readonly content: Readonly<Partial<Record<Encoding, Uint8Array>>> & { readonly identity: Uint8Array }
}

/** Map tiles that browsers fetch from elsewhere. */
export interface Tiles {
  /** Their addresses, with `{z}`, `{x}` and `{y}` in them. */
  readonly url: string
  /** The makers, who are named on the map. */
  readonly credit: string
}

/** The page as it was built. */
export interface PageFiles {
  /** `index.html`, which every view of the page is. */
  readonly index: string
  /** The other files by their paths, such as `/assets/index-a1b2c3d4.js`. */
  readonly files: ReadonlyMap<string, PageFile>
}
