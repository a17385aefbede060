import { lineBreaks, type RawRecord, type Records } from "@daybook/kernel"
import { Ahead } from "../ahead.ts"
import type { RunReading } from "./values.ts"

// A day of points a second, as exports of iOS 11 have them inside.
const maxWorkoutBytes = 32 << 20

// The type of a record is among its first attributes.
const maxPrefixLength = 4_096

const maxTagLength = 1 << 16

const workoutTag = "<Workout "

const noEnd = "a workout without an end"

/** The kind of a record in words: `HKQuantityTypeIdentifierStepCount` as `step count`. */
const wordsOf = (type: string): string =>
  type
    .replace(/^HK(Quantity|Category|Correlation|Data)?(TypeIdentifier|Type)?/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .slice(0, 60)

/** A workout whose end has not come. */
interface OpenWorkout {
  readonly line: number
  readonly xml: Records<RunReading>
  length: number
}

/** A piece of the file, and the end of its read part. */
interface Piece {
  readonly text: string
  readonly last: boolean
  readonly records: Ahead
  readonly workouts: Ahead
  at: number
}

/**
 * The workouts of an export of Apple's Health app, which also has every heartbeat and step: gigabytes of records.
 * Those are skipped by searching for the next tag that matters, and only workouts are read as XML, tag by tag.
 */
export class HealthRecords implements Records<RunReading> {
  readonly #readWorkout: () => Records<RunReading>
  #rest = ""
  #line = 1
  #workout: OpenWorkout | undefined
  #found: Array<RawRecord<RunReading>> = []
  /** One row for all records of a kind. */
  readonly #leftOut = new Map<string, RawRecord<RunReading>>()

  constructor(readWorkout: () => Records<RunReading>) {
    this.#readWorkout = readWorkout
  }

  push(text: string): ReadonlyArray<RawRecord<RunReading>> {
    return this.#read(text, false)
  }

  end(): ReadonlyArray<RawRecord<RunReading>> {
    return this.#read("", true)
  }

  #read(more: string, last: boolean): ReadonlyArray<RawRecord<RunReading>> {
    const text = this.#rest + more
    const [records, workouts] = [new Ahead(text, "<Record "), new Ahead(text, workoutTag)]
    const piece: Piece = { text, last, records, workouts, at: 0 }
    while (this.#workout === undefined ? this.#passOver(piece) : this.#readTag(this.#workout, piece));
    this.#rest = text.slice(piece.at)
    if (last && this.#workout !== undefined) this.#endWorkout({ line: this.#workout.line, problem: noEnd })
    const found = this.#found
    this.#found = []
    return found
  }

  #moveTo(piece: Piece, at: number): void {
    this.#line += lineBreaks(piece.text.slice(piece.at, at))
    piece.at = at
  }

  /** Moves past the next record, or to the next workout. False once nothing more can be read in this piece. */
  #passOver(piece: Piece): boolean {
    const { at, last, records, text, workouts } = piece
    const [record, workout] = [records.from(at), workouts.from(at)]
    if (record < workout) return this.#passOverRecord(piece, record)
    if (workout < text.length) {
      this.#moveTo(piece, workout)
      this.#workout = { line: this.#line, xml: this.#readWorkout(), length: 0 }
      this.#workout.xml.push(workoutTag)
      piece.at += workoutTag.length
      return true
    }
    // The beginning of a tag may be in the next piece.
    const tag = text.lastIndexOf("<")
    this.#moveTo(piece, !last && tag >= at && text.length - tag < workoutTag.length ? tag : text.length)
    return false
  }

  /** Counts a record by its type. */
  #passOverRecord(piece: Piece, record: number): boolean {
    const { last, text } = piece
    const next = text.indexOf("<", record + 1)
    const end = Math.min(next < 0 ? text.length : next, record + maxPrefixLength)
    const beginning = text.slice(record, end)
    const typeAt = beginning.indexOf(' type="')
    const typeEnd = typeAt < 0 ? -1 : beginning.indexOf('"', typeAt + 7)
    this.#moveTo(piece, record)
    if (typeEnd >= 0) {
      this.#found.push(this.#rowOf(beginning.slice(typeAt + 7, typeEnd)))
      piece.at += typeEnd
      return true
    }
    if (end === text.length && !last) return false
    this.#found.push({ line: this.#line, problem: "a record without a type" })
    piece.at += 1
    return true
  }

  #rowOf(type: string): RawRecord<RunReading> {
    let row = this.#leftOut.get(type)
    if (row === undefined) {
      row = { line: 0, value: { skipped: wordsOf(type) } }
      // A slice would keep the whole piece that it is of.
      if (this.#leftOut.size < 1_000) this.#leftOut.set(Buffer.from(type).toString(), row)
    }
    return row
  }

  /** Reads the next tag of a workout. False once nothing more can be read in this piece. */
  #readTag(workout: OpenWorkout, piece: Piece): boolean {
    const { at, last, text, workouts } = piece
    const tag = text.indexOf(">", at)
    if (tag < 0 && !last && text.length - at < maxTagLength) return false
    const end = tag < 0 ? text.length : tag + 1
    const another = workouts.from(at)
    if (another < end) {
      this.#moveTo(piece, another)
      this.#endWorkout({ line: workout.line, problem: noEnd })
      return true
    }
    const [row] = workout.xml.push(text.slice(at, end))
    workout.length += end - at
    this.#moveTo(piece, end)
    if (row !== undefined) this.#endWorkout({ ...row, line: workout.line })
    else if (workout.length > maxWorkoutBytes) this.#endWorkout({ line: workout.line, problem: noEnd })
    return end < text.length
  }

  #endWorkout(row: RawRecord<RunReading>): void {
    this.#found.push(row)
    this.#workout = undefined
  }
}
