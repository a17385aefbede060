import { Duplex } from "node:stream"
import { ClientMessages } from "./clientMessages.ts"

/** The engine behind a stream, as the stream needs it. */
export interface Sessions {
  /** Calls back once the stream has the one backend. */
  readonly enter: (stream: PgliteDuplex, admitted: () => void) => void
  readonly send: (bytes: Uint8Array) => void
  /** Tells the backend that its answers have been read, so that it may go on. */
  readonly taken: (bytes: number) => void
  /** `untaken` bytes were received and will not be read. */
  readonly leave: (stream: PgliteDuplex, untaken: number) => void
}

/** The bytes that a socket would buffer before PostgreSQL waits for its reader. */
const readableHighWaterMark = 1 << 20

/**
 * The client's end of a connection to PGlite. It carries the bytes that a socket to PostgreSQL would.
 */
export class PgliteDuplex extends Duplex {
  readonly #sessions: Sessions
  readonly #messages = new ClientMessages()
  #entered = false
  #untaken = 0

  constructor(sessions: Sessions) {
    super({ readableHighWaterMark })
    this.#sessions = sessions
  }

  /** Bytes from the backend. */
  receive(bytes: Uint8Array): void {
    if (this.push(bytes)) this.#sessions.taken(bytes.length)
    else this.#untaken += bytes.length
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, written: () => void): void {
    this.#messages.push(chunk)
    if (this.#entered) return this.#forward(written)
    const opening = this.#messages.opening()
    switch (opening?.kind) {
      case undefined:
        return written()
      case "encryption":
        this.push("N")
        return written()
      case "cancel":
        // PGlite cannot cancel a statement. Like PostgreSQL it answers a CancelRequest by closing the connection.
        written()
        this.destroy()
        return
      case "startup":
        return this.#sessions.enter(this, () => {
          this.#entered = true
          this.#sessions.send(opening.bytes)
          this.#forward(written)
        })
    }
  }

  #forward(written: () => void): void {
    const { bytes, ended } = this.#messages.ready()
    if (bytes !== undefined) this.#sessions.send(bytes)
    written()
    if (ended) this.destroy()
  }

  override _read(): void {
    if (this.#untaken === 0) return
    this.#sessions.taken(this.#untaken)
    this.#untaken = 0
  }

  override _final(finished: () => void): void {
    finished()
    this.destroy()
  }

  override _destroy(cause: Error | null, destroyed: (cause: Error | null) => void): void {
    this.#sessions.leave(this, this.#untaken)
    this.#untaken = 0
    destroyed(cause)
  }
}
