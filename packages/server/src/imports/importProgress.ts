import { type ImportCounts, ImportPace, type ImportPart } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

const count = (value: number): string => Math.round(value).toLocaleString("en")

const duration = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  const minutes = Math.floor(whole / 60)
  const rest = `${String(whole % 60).padStart(2, "0")}`
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`
}

/** The output of the report: on a terminal one line is rewritten, elsewhere lines come every few seconds. */
export interface ProgressOutput {
  readonly onTerminal: boolean
  readonly columns: number
  readonly write: (text: string) => void
}

const standardError: ProgressOutput = {
  onTerminal: process.stderr.isTTY === true,
  get columns() {
    return process.stderr.columns
  },
  write: (text) => void process.stderr.write(text),
}

/** How far the work on one file is. */
export interface FileProgress {
  /** The work in words: `looking through it`. */
  readonly doing: string
  readonly rows: number
  /** The share that is done, from 0 to 1, if known. */
  readonly share?: number
  /** The seconds left as counted elsewhere. */
  readonly secondsLeft?: number
}

const lineOf = (
  name: string,
  { doing, rows, secondsLeft, share }: FileProgress,
  pace: ImportPace,
): string => {
  const rate = pace.rowsPerSecond
  const left = secondsLeft ?? pace.secondsLeft
  return [
    `${name}: ${doing}`,
    ...(share === undefined ? [] : [`${Math.floor(share * 100)} %`]),
    ...(rows > 0 ? [`${count(rows)} rows`] : []),
    ...(rate >= 1 ? [`${count(rate)}/s`] : []),
    ...(left > 0 ? [`${duration(left)} left`] : []),
  ].join(", ")
}

/** A line that fits the terminal: a longer one would leave rests behind. The end reports more than the name. */
const fitting = (line: string, columns: number): string => {
  // A terminal may not know how wide it is.
  const room = columns > 0 ? columns : 80
  return line.length < room ? line : `…${line.slice(line.length - Math.max(0, room - 2))}`
}

/** Reports the progress of one file for as long as the scope is open, from the first second on. */
export const showProgress = Effect.fnUntraced(function* (
  name: string,
  progress: () => FileProgress,
  output: ProgressOutput = standardError,
) {
  let pace = new ImportPace()
  let doing = ""
  const step = output.onTerminal ? 200 : 1_000
  let told = -Infinity
  const tell = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const current = progress()
    // Each stage has its own pace.
    const begins = current.doing !== doing
    doing = current.doing
    if (begins) pace = new ImportPace()
    pace.note(now, current.rows, current.share ?? 0)
    if (!output.onTerminal && now < told + 5_000) return
    told = now
    const line = lineOf(name, current, pace)
    output.write(output.onTerminal ? `\r\u001b[2K${fitting(line, output.columns)}` : `${line}\n`)
  })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      if (output.onTerminal) output.write("\r\u001b[2K")
    }),
  )
  // Elsewhere than on a terminal a short import says only how it ended.
  const first = output.onTerminal ? Effect.void : Effect.sleep(step)
  yield* Effect.forkScoped(Effect.andThen(first, Effect.forever(Effect.andThen(tell, Effect.sleep(step)))))
})

/** The end of a part, in one line. */
export const partInWords = ({ domain, format, known, outcome, reason, stored }: ImportPart): string => {
  const from = domain === "" ? "" : `${domain}, ${format}: `
  const why = reason === "" ? "" : reason
  switch (outcome) {
    case "not understood":
      return `${from}not understood: ${why}`
    case "known already":
      return `${from}${[`${count(known)} known already`, ...(why === "" ? [] : [why])].join("; ")}`
    case "stored":
      return `${from}${[
        `${count(stored)} stored`,
        ...(known > 0 ? [`${count(known)} known already`] : []),
        ...(why === "" ? [] : [why]),
      ].join("; ")}`
  }
}

/** The end of an import, in one line. */
export const inWords = ({ known, rows, setAside, stored }: ImportCounts, seconds: number): string =>
  [
    `${count(stored)} stored`,
    `${count(known)} known already`,
    ...(setAside > 0 ? [`${count(setAside)} set aside`] : []),
    `${count(rows)} rows in ${duration(seconds)}`,
  ].join("; ")
