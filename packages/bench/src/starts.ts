import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { aim } from "./aims.ts"
import { headers, readKey } from "./daybookServer.ts"
import { startServer } from "./process.ts"

const turns = 7

/** Seconds until the first answer, and megabytes at rest. */
const mostSeconds: Readonly<Record<string, number>> = {
  PGlite: 1,
  PostgreSQL: 0.7,
  memory: 0.5,
  "daybook --help": 0.3,
}
const mostAtRest: Readonly<Record<string, number>> = { PGlite: 400, PostgreSQL: 160 }
const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const daybook = pathOf("../../server/bin/daybook.js")

interface Start {
  /** Milliseconds from the start of the process. */
  readonly answered: number
  /** Milliseconds of processor time until then, of all threads. */
  readonly worked: number
  /** Megabytes at that moment. */
  readonly memory: number
}

type Environment = Readonly<Record<string, string>>

const common: Environment = {
  PORT: "0",
  NOTIFY_PORT: "0",
  READ_KEY: readKey,
  ADMIN_KEY: `${readKey}-admin`,
  NOTIFY_WORKSPACE: "bench",
  NOTIFY_KEY: `${readKey}-notify`,
  SYNC_SCHEDULE: "off",
}

/** Starts a server, asks for its health, and stops it. */
const start = async (file: string, env: Environment): Promise<Start> => {
  const begun = performance.now()
  const server = await startServer(file, ["serve"], { ...common, ...env })
  const { status } = await fetch(`${server.address}/v1/health`, { headers })
  if (status !== 200) throw new Error(`health answered ${status}`)
  const found = {
    answered: performance.now() - begun,
    worked: server.processorTime(),
    memory: server.memory(),
  }
  await server.stop()
  return found
}

const help = async (): Promise<Start> => {
  const begun = performance.now()
  await promisify(execFile)(process.execPath, [daybook, "--help"])
  return { answered: performance.now() - begun, worked: Number.NaN, memory: Number.NaN }
}

/** Its memory when it has had nothing to do for ten seconds. */
const memoryAtRest = async (env: Environment): Promise<number> => {
  const server = await startServer(daybook, ["serve"], { ...common, ...env })
  await setTimeout(10_000)
  const memory = server.memory()
  await server.stop()
  return memory
}

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** The time from the start of a process to its first answer, in each store in turn, beside a bare `node:http`. */
export const measureStarts = async (pglite: Environment, postgres: Environment) => {
  const dataDir = mkdtempSync(join(tmpdir(), "daybook-bench-"))
  const stores = [
    ["PGlite", pglite],
    ["PostgreSQL", { ...postgres, DATA_DIR: dataDir }],
    ["memory", { DATABASE_URL: "memory:", DATA_DIR: dataDir }],
  ] as const
  const kinds = [
    ["bare node:http", () => start(pathOf("./bareServer.ts"), { BARE_ANSWER: "{}" })],
    ...stores.map(([name, env]) => [name, () => start(daybook, env)] as const),
    ["daybook --help", help],
  ] as const
  // The first start of each brings tables up to date, and files into memory.
  for (const [, run] of kinds) await run()
  const found = kinds.map(() => new Array<Start>())
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, [, run]] of kinds.entries()) found[index]?.push(await run())
  }
  console.log(`\nFrom the start of the process to its first answer; the median of ${turns}`)
  const bare = median((found[0] ?? []).map(({ answered }) => answered))
  for (const [index, [name]] of kinds.entries()) {
    const of = (field: keyof Start) => median((found[index] ?? []).map((one) => one[field]))
    const seconds = mostSeconds[name]
    if (seconds !== undefined) aim(`first answer, ${name}`, of("answered") / 1000, "s", { atMost: seconds })
    const rest = Number.isNaN(of("worked"))
      ? ""
      : `, ${of("worked")} ms of processor time, ${of("memory").toFixed(0)} MB`
    console.log(
      `  ${name.padEnd(16)} ${of("answered").toFixed(0).padStart(5)} ms, ${(of("answered") / bare).toFixed(1).padStart(4)} times bare${rest}`,
    )
  }
  for (const [name, env] of stores) {
    const memory = await memoryAtRest(env)
    console.log(`  ${name.padEnd(16)} at rest ${memory.toFixed(0)} MB`)
    const most = mostAtRest[name]
    if (most !== undefined) aim(`memory at rest, ${name}`, memory, "MB", { atMost: most })
  }
  rmSync(dataDir, { recursive: true, force: true })
}
