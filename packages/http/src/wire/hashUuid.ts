/** A hash in hexadecimal digits as a UUID (version 8, RFC 9562). */
export const hashUuid = (hash: string): string =>
  [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-")
