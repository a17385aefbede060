/** Bytes as hexadecimal digits, two for each. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")

/** Random bytes as hexadecimal digits, from Web Cryptography, which every runtime has. */
export const randomHex = (bytes: number): string => hexOf(crypto.getRandomValues(new Uint8Array(bytes)))
