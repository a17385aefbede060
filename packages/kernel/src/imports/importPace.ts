import type { EpochMillis } from "../dates/calendar.ts"

/** The window for the average pace, in milliseconds: a resumed import passes finished work at another pace. */
const span = 15_000

/** The milliseconds between two stored samples. */
const apart = 250

interface Note {
  readonly at: EpochMillis
  readonly rows: number
  readonly share: number
}

/** The pace of an import over its last seconds. */
export class ImportPace {
  readonly #notes: Array<Note> = []

  /** Notes the rows done, and the share of the whole that they are, from 0 to 1. */
  note(at: EpochMillis, rows: number, share: number): void {
    const last = this.#notes.at(-1)
    // The clock may be set back.
    if (last !== undefined && at < last.at) this.#notes.length = 0
    if (last !== undefined && at - last.at < apart && this.#notes.length > 1) this.#notes.pop()
    this.#notes.push({ at, rows, share })
    while (this.#notes.length > 2 && at - (this.#notes[1]?.at ?? at) > span) this.#notes.shift()
  }

  /** The work between the first and the last of the notes. */
  #passed(): {
    readonly seconds: number
    readonly rows: number
    readonly share: number
    readonly left: number
  } {
    const [first, last] = [this.#notes[0], this.#notes.at(-1)]
    if (first === undefined || last === undefined) return { seconds: 0, rows: 0, share: 0, left: 1 }
    return {
      seconds: (last.at - first.at) / 1000,
      rows: last.rows - first.rows,
      share: last.share - first.share,
      left: Math.max(0, 1 - last.share),
    }
  }

  /** Rows in a second; 0 while that is unknown. */
  get rowsPerSecond(): number {
    const { rows, seconds } = this.#passed()
    return seconds > 0 ? Math.max(0, rows / seconds) : 0
  }

  /** The seconds left, rounded up; 0 while that is unknown. */
  get secondsLeft(): number {
    const { left, seconds, share } = this.#passed()
    return seconds > 0 && share > 0 ? Math.ceil((left / share) * seconds) : 0
  }
}
