import { type EpochMillis, storableText } from "@daybook/kernel"
import { noDetails, type RecordedRun, unknownOfRun } from "@daybook/running"
import type { CsvFormat } from "../formats.ts"
import { writtenTime } from "./writtenTimes.ts"
import { sportOf } from "../../sports.ts"
import { rateOf, type RunReading, stepsOf } from "./values.ts"

/** The positions of the columns that are read; -1 for missing ones. */
interface Columns {
  readonly gear: number
  readonly elapsed: number
  readonly moving: number
  readonly distance: number
  readonly climb: number
  readonly cadence: number
  readonly heartRate: number
  readonly race: number
}

const none = -1

/** Exports of 2018 and 2019 end with the file's name: the first have metres, the later ones kilometres in the same place. */
const earlyColumns = (header: ReadonlyArray<string>): Columns | undefined => {
  const isFirst = header[0] === "id"
  if (header.at(-1) !== (isFirst ? "filename" : "Filename") || header.length < 10) return undefined
  return {
    gear: header.length - 2,
    elapsed: 5,
    moving: none,
    distance: isFirst ? 6 : none,
    climb: none,
    cadence: none,
    heartRate: none,
    race: none,
  }
}

/**
 * Names of columns are in the language of the account, their places are not. Elapsed time and distance occur twice: as they
 * are shown, and as they are measured, in seconds and metres. The other columns lie around the second pair.
 */
const columnsOf = (header: ReadonlyArray<string>): Columns | undefined => {
  // Columns without a name are alike, too.
  const measured = (header[5] ?? "") === "" ? none : header.indexOf(header[5] ?? "", 7)
  if (measured < 0) return earlyColumns(header)
  if (header[measured + 2] !== header[6]) return undefined
  const named = header.indexOf("Competition")
  return {
    gear: measured - 4,
    elapsed: measured,
    moving: measured + 1,
    distance: measured + 2,
    climb: measured + 5,
    cadence: measured + 14,
    heartRate: measured + 16,
    race: named < 0 ? measured + 80 : named,
  }
}

/** Run, trail run and virtual run. */
const runs = new Set(
  [
    "run, trail run, virtual run, trailrun, virtualrun",
    "lauf, traillauf, trail-lauf, virtueller lauf",
    "course à pied, trail, course à pied virtuelle",
    "carrera, carrera de montaña, carrera virtual",
    "corsa, corsa su sentiero, corsa virtuale",
    "corrida, corrida em trilha, corrida virtual",
    "hardloopsessie, hardlopen, virtuele hardloopsessie",
  ].flatMap((inOneLanguage) => inOneLanguage.split(", ")),
)

const numberIn = (text: string | undefined): number | undefined => {
  const value = Number((text ?? "").trim().replace(",", "."))
  return (text ?? "").trim() !== "" && value >= 0 && value <= 10_000_000 ? value : undefined
}

const readRow = (
  row: ReadonlyArray<string>,
  columns: Columns,
  inEnglish: boolean,
): RunReading | undefined => {
  const text = (column: number) => storableText(row[column] ?? "").trim()
  const amount = (column: number) => numberIn(row[column])
  const [ref, type] = [text(0), text(3)]
  if (!/^\d{1,20}$/.test(ref)) return { problem: "an Activity ID that is not a number" }
  const startedAt: EpochMillis | undefined = writtenTime(text(1))
  if (startedAt === undefined) return { problem: "an Activity Date that cannot be read" }
  const isRun = runs.has(type.toLowerCase())
  // In another language an unknown sport may be a run: the recording has the answer.
  if (!isRun && !inEnglish) return { skipped: `another sport: ${type.slice(0, 40)}` }
  const elapsed = amount(columns.elapsed) ?? amount(5) ?? 0
  const gear = text(columns.gear)
  const item: RecordedRun = {
    ...unknownOfRun,
    source: "strava-export",
    ref,
    startedAt,
    localDay: undefined,
    distanceMm: (amount(columns.distance) ?? (amount(6) ?? 0) * 1000) * 1000,
    climbMm: (amount(columns.climb) ?? 0) * 1000,
    movingSeconds: amount(columns.moving) ?? elapsed,
    elapsedSeconds: elapsed,
    isRace: /^(true|1(\.0)?)$/i.test(text(columns.race)),
    name: text(2),
    heartRate: rateOf(amount(columns.heartRate)),
    cadence: stepsOf(rateOf(amount(columns.cadence))),
    gearRef: gear,
    // Splits and track come from its recording, which is another file of the export.
    details: {
      ...noDetails(ref, 0),
      gear: gear === "" ? undefined : { ref: gear, name: gear, isRetired: false },
    },
    sport: isRun ? "" : sportOf(type) || "other",
  }
  return { item }
}

/** `activities.csv` of a Strava export. Its times are in UTC. */
export const stravaCsv: CsvFormat<RecordedRun> = {
  name: "Strava",
  // Activities of other sports were only noted.
  version: 2,
  read: (rows) => {
    const [first = [], second] = rows
    const header = first.map((name) => name.replace(/^\uFEFF/, "").trim())
    const columns = columnsOf(header)
    const inEnglish = header[0] === "Activity ID" || header[0] === "id"
    if (columns === undefined || !(inEnglish || /^\d{5,}$/.test(second?.[0] ?? ""))) return undefined
    // Other tables repeat a column, or begin with an id and end with the name of a file.
    if (rows.length > 1 && !rows.some(([, date = ""]) => writtenTime(date) !== undefined)) return undefined
    return (row) =>
      row[1] === first[1] && row[3] === first[3] ? undefined : readRow(row, columns, inEnglish)
  },
}
