/** Google's WOFF2 codec, whose package has no types. */
declare module "wawoff2" {
  /** The bytes of a TrueType or OpenType font from those of a WOFF2 file. */
  export const decompress: (woff2: Uint8Array) => Promise<Uint8Array>
}
