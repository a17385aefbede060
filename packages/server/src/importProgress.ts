import type { ImportSummary } from "@daybook/kernel"
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
  readonly write: (text: string) => void
}

const standardError: ProgressOutput = {
  onTerminal: process.stderr.isTTY === true,
  write: (text) => void process.stderr.write(text),
}

/** The progress of reading a file. Reading runs ahead of storing. */
export interface Reading {
  readonly totalBytes: number
  bytes: number
  records: number
}

/** Reports the progress of one file: records, their rate, and the time left, judged by the bytes of the file. */
export const makeProgress = Effect.fnUntraced(function* (
  name: string,
  reading: Reading,
  output: ProgressOutput = standardError,
) {
  const interval = output.onTerminal ? 100 : 5_000
  const beginning = yield* Clock.currentTimeMillis
  // Records that an earlier run has stored are only read: the rate is that of the rest.
  let start = { at: beginning, records: 0, done: 0 }
  let told = beginning
  const report = Effect.fnUntraced(function* ({ read, resumedAfter }: ImportSummary) {
    const now = yield* Clock.currentTimeMillis
    // The bytes of the stored records, as a share of all.
    const done = (reading.bytes / reading.totalBytes) * (read / reading.records)
    if (read <= resumedAfter) start = { at: now, records: read, done }
    if (now < told + interval) return
    told = now
    const seconds = (now - start.at) / 1000
    const rate = seconds > 0 ? (read - start.records) / seconds : 0
    const left = ((1 - done) / (done - start.done)) * seconds
    const line = [
      `${name}: ${count(read)} records`,
      `${Math.floor(done * 100)} %`,
      ...(rate > 0 ? [`${count(rate)}/s`] : []),
      ...(rate > 0 ? [`${duration(left)} left`] : []),
    ].join(", ")
    output.write(output.onTerminal ? `\r\u001b[2K${line}` : `${line}\n`)
  })
  const clear = Effect.sync(() => {
    if (output.onTerminal) output.write("\r\u001b[2K")
  })
  return { report, clear }
})

/** Reports how many of the lookups have been answered. */
export const makeCount = Effect.fnUntraced(function* (name: string, output: ProgressOutput = standardError) {
  const interval = output.onTerminal ? 100 : 5_000
  let told = yield* Clock.currentTimeMillis
  const report = Effect.fnUntraced(function* (done: number, all: number) {
    const now = yield* Clock.currentTimeMillis
    if (now < told + interval) return
    told = now
    const line = `${name}: ${count(done)} of ${count(all)} answers`
    output.write(output.onTerminal ? `\r\u001b[2K${line}` : `${line}\n`)
  })
  const clear = Effect.sync(() => {
    if (output.onTerminal) output.write("\r\u001b[2K")
  })
  return { report, clear }
})

/** The result of an import, in one line. */
export const inWords = (summary: ImportSummary, things: string, seconds: number): string => {
  if (summary.finishedBefore) return "imported before; nothing to do"
  const { bad, read, resumedAfter, skipped, stored, unchanged } = summary
  return [
    `${count(stored)} ${things} stored`,
    `${count(unchanged)} known already`,
    ...(resumedAfter > 0 ? [`carried on after record ${count(resumedAfter)}`] : []),
    ...Array.from(skipped, ([reason, records]) => `${count(records)} not counted as ${things} (${reason})`),
    ...(bad > 0 ? [`${count(bad)} unreadable`] : []),
    `${count(read)} records in ${duration(seconds)}`,
  ].join("; ")
}
