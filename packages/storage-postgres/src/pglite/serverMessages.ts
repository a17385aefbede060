/** An error of the server (ErrorResponse). */
export interface ServerError {
  /** `ERROR`, `FATAL` or `PANIC`, whatever the language of its messages. */
  readonly severity: string
  /** The SQLSTATE. */
  readonly code: string
  readonly message: string
}

const errorResponse = "E".charCodeAt(0)
const readyForQuery = "Z".charCodeAt(0)

/** The bytes read of an error: its important fields come first. */
const longestError = 1 << 16

/** Follows the answers to one run of messages, in whatever pieces they come. */
export class ServerMessages {
  /** The number of cycles answered to their end. */
  ready = 0
  readonly #header = Buffer.alloc(5)
  #headerLength = 0
  #bodyLeft = 0
  #error: Buffer | undefined

  /**
   * Reads the next bytes, up to and including the first error that `stops`; gives the error and the place after it.
   * Without one, all bytes are read.
   */
  push(
    bytes: Uint8Array,
    stops: (error: ServerError) => boolean,
  ): { readonly error: ServerError; readonly end: number } | undefined {
    let offset = 0
    while (offset < bytes.length) {
      if (this.#headerLength < 5) {
        this.#header[this.#headerLength++] = bytes[offset++]!
        if (this.#headerLength < 5) continue
        // The length counts itself.
        this.#bodyLeft = this.#header.readUInt32BE(1) - 4
        if (this.#header[0] === errorResponse) this.#error = Buffer.alloc(0)
      }
      const end = Math.min(bytes.length, offset + this.#bodyLeft)
      if (this.#error !== undefined && this.#error.length < longestError)
        this.#error = Buffer.concat([this.#error, bytes.subarray(offset, end)])
      this.#bodyLeft -= end - offset
      offset = end
      if (this.#bodyLeft > 0) return undefined
      this.#headerLength = 0
      if (this.#header[0] === readyForQuery) this.ready++
      if (this.#error === undefined) continue
      const error = readError(this.#error)
      this.#error = undefined
      if (stops(error)) return { error, end: offset }
    }
    return undefined
  }
}

// https://www.postgresql.org/docs/current/protocol-error-fields.html
const readError = (body: Buffer): ServerError => {
  const fields = new Map<string, string>()
  for (const field of body.toString("utf8").split("\0"))
    if (field !== "") fields.set(field[0]!, field.slice(1))
  return {
    severity: fields.get("V") ?? "ERROR",
    code: fields.get("C") ?? "",
    message: fields.get("M") ?? "",
  }
}
