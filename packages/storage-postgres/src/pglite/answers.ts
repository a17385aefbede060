import type { AnswerLink } from "./answerLink.ts"

/** The most unread bytes before a statement waits for the reader. */
export const window = 4 << 20

/** Small answers travel together and large ones in pieces, so that `window` bounds the memory. */
const pieceSize = 1 << 16
const largestPiece = 1 << 18

/** The milliseconds for which a reader may read nothing before the rest of its answers is dropped. */
const readerTimeout = 60_000

export interface AnswersOptions {
  readonly link: AnswerLink
  readonly post: (session: number, bytes: Uint8Array<ArrayBuffer>) => void
  /** Called when the reader of this session has read nothing for `readerTimeout`. */
  readonly stalled: (session: number) => void
  readonly readerTimeout?: number | undefined
}

/**
 * Answers on their way to the reader, sent in few pieces and no faster than they are read. PGlite's thread uses it and
 * waits here. A reader that leaves, or reads nothing for a minute, releases the thread.
 */
export class Answers {
  readonly #options: AnswersOptions
  readonly #buffer = new Uint8Array(pieceSize)
  #length = 0
  #session = 0
  #dropped = false

  constructor(options: AnswersOptions) {
    this.#options = options
  }

  /** Begins the answers of this session. */
  open(session: number): void {
    this.#length = 0
    this.#session = session
    this.#dropped = false
  }

  write(bytes: Uint8Array): void {
    if (this.#length + bytes.length > pieceSize) this.flush()
    if (bytes.length > pieceSize) {
      for (let start = 0; start < bytes.length; start += largestPiece)
        this.#send(bytes.slice(start, start + largestPiece))
      return
    }
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
  }

  flush(): void {
    if (this.#length === 0) return
    this.#send(this.#buffer.slice(0, this.#length))
    this.#length = 0
  }

  #send(bytes: Uint8Array<ArrayBuffer>): void {
    const { link, post } = this.#options
    if (!this.#hasReader()) return
    // Counted before the bytes are transferred: afterwards their length is 0.
    link.sent(bytes.length)
    post(this.#session, bytes)
    this.#waitForReader()
  }

  /** False once the connection has ended: its statement runs on, and nobody reads the answers. */
  #hasReader(): boolean {
    return !this.#dropped && this.#options.link.wanted === this.#session
  }

  #waitForReader(): void {
    const { link, stalled, readerTimeout: patience = readerTimeout } = this.#options
    let unread = link.unread
    while (unread > window && this.#hasReader()) {
      if (!link.waitWhile(unread, patience)) {
        this.#dropped = true
        return stalled(this.#session)
      }
      unread = link.unread
    }
  }
}
