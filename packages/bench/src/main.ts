// Measures on the real server and the real stores, each figure next to a bare reference in the same run: only the
// ratios travel from one machine to another. `npm run bench -- --help` reports its parts and sizes.
import { startPostgres } from "@daybook/storage-postgres/testing"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { cpus, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { inWords, type Line, shareOf } from "./lines.ts"
import { parts } from "./parts.ts"
import { endParts, runPart } from "./runPart.ts"
import type { Setting } from "./setting.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", default: false },
    plays: { type: "string", default: "500000" },
    articles: { type: "string", default: "5000" },
    seconds: { type: "string", default: "2" },
    minutes: { type: "string", default: "6" },
    json: { type: "string" },
    compare: { type: "string" },
  },
})

/** A part's lines and time, as a file of a run has them. */
interface PartResult {
  readonly part: string
  readonly seconds: number
  readonly failure?: string
  readonly lines: ReadonlyArray<Line>
}

interface Result {
  readonly at: string
  readonly machine: string
  readonly parts: ReadonlyArray<PartResult>
}

const names = Object.keys(parts)

if (values.help) {
  console.log(`npm run bench -- [PART …] [--OPTION VALUE …]

Parts: ${names.join(", ")}; all of them by default.

  --plays ${values.plays}      plays in the stores that are read
  --articles ${values.articles}     articles that are searched
  --seconds ${values.seconds}         of each load
  --minutes ${values.minutes}         that a part may take before it is ended
  --json FILE         writes the result there; scripts/writeBenchmarks.ts puts it into docs/benchmarks.md
  --compare FILE      compares with an earlier result`)
  process.exit(0)
}
const unknown = positionals.find((name) => parts[name] === undefined)
if (unknown !== undefined) {
  console.error(`there is no part "${unknown}": name some of ${names.join(", ")}, or none for all`)
  process.exit(1)
}

const isAsked = (name: string) => positionals.length === 0 || positionals.includes(name)
const needsPlays = Object.entries(parts).some(([name, { onPlays }]) => isAsked(name) && onPlays === true)
const wanted = names.filter((name) => isAsked(name) || (name === "storing" && needsPlays))

/** Every temporary file of the run, of its servers too, is made in here. */
const folder = mkdtempSync(join(tmpdir(), "daybook-bench-"))
let stopPostgres = async (): Promise<void> => {}
let isStopped = false

const cleanUp = async () => {
  await endParts()
  await stopPostgres()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (isStopped) return
    isStopped = true
    console.error(`\nstopped by ${signal}: ending what runs`)
    void cleanUp().finally(() => process.exit(130))
  })
}

const results: Array<PartResult> = []
try {
  const postgres = await startPostgres({ fsync: true, sharedBuffers: "512MB" })
  stopPostgres = postgres.stop
  const setting: Setting = {
    plays: Number(values.plays),
    articles: Number(values.articles),
    seconds: Number(values.seconds),
    work: mkdtempSync(join(folder, "plays-")),
    postgresUrl: postgres.url,
  }
  for (const [at, part] of wanted.entries()) {
    if (isStopped) break
    console.log(`\n— ${part}, ${at + 1} of ${wanted.length}`)
    const begun = performance.now()
    const { failure, lines } = await runPart(part, setting, folder, Number(values.minutes))
    const seconds = Math.round((performance.now() - begun) / 1000)
    console.log(
      failure === undefined ? `(${part} took ${seconds} s)` : `${part} failed after ${seconds} s: ${failure}`,
    )
    results.push({ part, seconds, lines, ...(failure === undefined ? {} : { failure }) })
  }
} finally {
  if (!isStopped) await cleanUp()
}

if (!isStopped) {
  const [processor] = cpus()
  const result: Result = {
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${processor?.model ?? "?"}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    parts: results,
  }
  tell(result)
  if (values.compare !== undefined) compare(JSON.parse(readFileSync(values.compare, "utf8")), result)
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`)
  process.exit(results.some(({ failure }) => failure !== undefined) ? 1 : 0)
}

function tell(result: Result): void {
  console.log(`\nAims, ${result.at}, ${result.machine}`)
  for (const { failure, lines, part, seconds } of result.parts) {
    console.log(`\n${part}, ${seconds} s${failure === undefined ? "" : `: failed, ${failure}`}`)
    for (const line of inWords(lines)) console.log(line)
  }
}

/** The figures of both results, and how much better each has become: 2 is twice as good. */
function compare(before: Result, after: Result): void {
  console.log(`\nBeside the run of ${before.at}, ${before.machine}`)
  const keyOf = (part: string, what: string) => `${part}: ${what}`
  const earlier = new Map(
    before.parts.flatMap(({ lines, part }) => lines.map((line) => [keyOf(part, line.what), line] as const)),
  )
  for (const { lines, part } of after.parts) {
    for (const { figure, unit, what } of lines) {
      const was = earlier.get(keyOf(part, what))
      // A figure that was not a number is null in a file.
      if (was === undefined || !Number.isFinite(was.figure)) continue
      const better = shareOf(unit, figure, was.figure)
      console.log(
        `  ${keyOf(part, what).padEnd(72)} ${was.figure.toFixed(2).padStart(12)} ${figure.toFixed(2).padStart(12)} ${unit.padEnd(8)} ${better.toFixed(2)}`,
      )
    }
  }
}
