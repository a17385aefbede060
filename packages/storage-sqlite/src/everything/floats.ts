/** The shortest decimal that is this float of 32 bits. */
const shortest = (value: number): number => {
  for (let digits = 6; digits < 9; digits++) {
    const near = Number(value.toPrecision(digits))
    if (Math.fround(near) === value) return near
  }
  return Number(value.toPrecision(9))
}

/** A vector of floats of 32 bits, the lowest byte first, as numbers. */
export const floatsOf = (bytes: Uint8Array): ReadonlyArray<number> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.byteLength / 4 }, (_, at) => shortest(view.getFloat32(4 * at, true)))
}

/** Numbers as a vector of such floats. */
export const bytesOfFloats = (values: ReadonlyArray<number>): Uint8Array => {
  const view = new DataView(new ArrayBuffer(4 * values.length))
  for (const [at, value] of values.entries()) view.setFloat32(4 * at, value, true)
  return new Uint8Array(view.buffer)
}
