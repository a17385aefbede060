// Writes docs/benchmarks.md from docs/benchmarks.json. Given the file of a run, it first puts the run's parts there instead of
// their earlier ones: npm run bench -- --json run.json && node scripts/writeBenchmarks.ts run.json
import { readFileSync, writeFileSync } from "node:fs"
import { boundInWords, type Line, shown } from "../packages/bench/src/lines.ts"
import { row, writePage } from "./generatedPage.ts"

/** A part with the day and the machine of its run. */
interface Measured {
  readonly at: string
  readonly machine: string
  readonly lines: ReadonlyArray<Line>
}

interface Run {
  readonly at: string
  readonly machine: string
  readonly parts: ReadonlyArray<{ readonly part: string; readonly lines: ReadonlyArray<Line> }>
}

const data = "docs/benchmarks.json"
const measured = JSON.parse(readFileSync(data, "utf8")) as Record<string, Measured>

const [file] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
if (file !== undefined) {
  const { at, machine, parts } = JSON.parse(readFileSync(file, "utf8")) as Run
  for (const { lines, part } of parts) {
    if (lines.length > 0) measured[part] = { at: at.slice(0, 10), machine, lines }
  }
  writeFileSync(data, `${JSON.stringify(measured, null, 2)}\n`)
}

/** An area of the page: its title, what it measures, and its parts in the data. */
const areas: ReadonlyArray<readonly [title: string, text: string, ...parts: ReadonlyArray<string>]> = [
  [
    "Start and memory",
    "Until the first 200 of `/v1/health`, with 500,000 plays. Memory after ten idle seconds, and after a load.",
    "starts",
    "memory",
  ],
  [
    "Requests",
    "CPU time of the server per response, 16 connections, 7.5 kB cached. Tracing adds half as much again.",
    "requests",
  ],
  [
    "Importing",
    "Demo plays, 20,000 a commit. The reference inserts the same rows into one table.",
    "storing",
  ],
  [
    "Listening",
    "Top albums of 500,000 plays over HTTP, p50. Then CPU time of the store for one read of 50 items, on PostgreSQL.",
    "albums",
    "ranges",
  ],
  [
    "Other domains",
    "Of 192 reads that no one has requested before, those that miss their target; p50.",
    "lists",
  ],
  [
    "Search",
    "A search over HTTP, p50. Questions share no word with the 80 articles; `npm run bench:meaning` asks them.",
    "reading",
    "meaning",
  ],
  [
    "Profiles",
    "CPU time of a request with five properties. `npm run bench:set-once` measures rates, `npm run load:set-once` any server. Then CPU " +
      "time of PostgreSQL for a query among a million profiles, by properties that have an index.",
    "profiles",
    "cohorts",
  ],
  [
    "The page",
    "Home in Chromium at 390 × 844 with a slow CPU: `npm run bench:page`. The median of five visits.",
    "page",
  ],
  ["Hostile input", "`HOSTILE_SECONDS=1000 npm run test:hostile`, on PostgreSQL.", "hostile"],
  ["Faults", "`FAULTS_SECONDS=1000 npm run test:faults`, on PostgreSQL.", "faults"],
  [
    "Effect",
    "A probe before the first line of code: the same 9 kB response, as a share of bare `node:http`.",
    "effect",
  ],
]

const stores = ["SQLite", "PostgreSQL"] as const

/** The lines by what they measure, and by the store at the end of their names. */
const byStore = (lines: ReadonlyArray<Line>) => {
  const rows = new Map<string, Map<string, Line>>()
  for (const line of lines) {
    const store = stores.find((name) => line.what.endsWith(`, ${name}`)) ?? ""
    const what = store === "" ? line.what : line.what.slice(0, -`, ${store}`.length)
    rows.set(what, (rows.get(what) ?? new Map<string, Line>()).set(store, line))
  }
  return rows
}

const figureOf = ({ figure, unit }: Line) => `${shown(figure)} ${unit}`.trim()

/** The references of a row, each once. */
const referencesOf = (cells: ReadonlyArray<Line>) =>
  [
    ...new Set(
      cells.flatMap(({ reference, unit }) =>
        reference === undefined ? [] : [`${reference.name} ${shown(reference.figure)} ${unit}`],
      ),
    ),
  ].join("; ")

/** A table with a column for each store that is named, and one for figures without a store. */
const tableOf = ({ lines }: Measured): ReadonlyArray<string> => {
  // One of many figures is in a run's output only if it misses its target.
  const all = lines.filter(({ figure, isOneOfMany }) => Number.isFinite(figure) && isOneOfMany !== true)
  const rows = [...byStore(all)]
  const columns = ["", ...stores].filter((store) => rows.some(([, cells]) => cells.has(store)))
  const hasTargets = all.some(({ bound }) => bound !== undefined)
  const hasReferences = all.some(({ reference }) => reference !== undefined)
  const last = [...(hasTargets ? ["target"] : []), ...(hasReferences ? ["reference"] : [])]
  return [
    row("", ...columns, ...last),
    `|---|${columns.map(() => "---:|").join("")}${last.map(() => "---|").join("")}`,
    ...rows.map(([what, cells]) => {
      const found = [...cells.values()]
      const bound = found[0]?.bound
      return row(
        what,
        ...columns.map((store) =>
          Array.from(found, (line) => (cells.get(store) === line ? figureOf(line) : "")).join(""),
        ),
        ...(hasTargets ? [bound === undefined ? "" : boundInWords(bound)] : []),
        ...(hasReferences ? [referencesOf(found)] : []),
      )
    }),
  ]
}

const known = new Set(areas.flatMap(([, , ...parts]) => parts))
for (const part of Object.keys(measured)) {
  if (!known.has(part)) throw new Error(`no area of scripts/writeBenchmarks.ts has the part ${part}`)
}

writePage("docs/benchmarks.md", [
  "# Benchmarks",
  "",
  "<!-- Generated by `npm run docs` from docs/benchmarks.json: edit scripts/writeBenchmarks.ts. -->",
  "",
  "`npm run bench` measures the real server and the real stores, each benchmark in its own process, stopped after six minutes. A figure has",
  "a target, and a bare reference of the same run: the same work with as little code as possible. Trust the ratios: the machines are small",
  "and mostly busy. Node 24.21, PostgreSQL 15, the load on the same machine. CPU time on a very busy machine is about twice an idle one's.",
  "",
  "```sh",
  "npm run bench -- --help                      # the parts and sizes",
  "npm run bench -- albums --compare run.json   # compares with an earlier run",
  "npm run bench -- --json run.json             # saves a run",
  "node scripts/writeBenchmarks.ts run.json     # puts it on this page",
  "```",
  "",
  "Earlier figures are in the history of this file.",
  ...areas.flatMap(([title, text, ...parts]) => {
    const found = parts.flatMap((part) => measured[part] ?? [])
    return found.length === 0
      ? []
      : [
          "",
          `## ${title}`,
          "",
          text,
          ...found.flatMap((one) => ["", `${one.at}, ${one.machine}:`, "", ...tableOf(one)]),
        ]
  }),
])
