import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { daybook, headers, startBare, startDaybook } from "./daybookServer.ts"
import { aim, figure } from "./lines.ts"
import type { ServerProcess } from "./process.ts"
import { type Setting, storesOf } from "./setting.ts"
import { median } from "./times.ts"

const turns = 7

interface Start {
  /** Milliseconds from the start of the process. */
  readonly answered: number
  /** Milliseconds of CPU time until then, of all threads. */
  readonly worked: number
}

/** Starts a server, requests its health, and stops it. */
const start = async (begin: () => Promise<ServerProcess>): Promise<Start> => {
  const begun = performance.now()
  const server = await begin()
  const { status } = await fetch(`${server.address}/v1/health`, { headers })
  if (status !== 200) throw new Error(`health answered ${status}`)
  const found = { answered: performance.now() - begun, worked: server.processorTime() }
  await server.stop()
  return found
}

const run = async (args: ReadonlyArray<string>): Promise<Start> => {
  const begun = performance.now()
  await promisify(execFile)(process.execPath, args)
  return { answered: performance.now() - begun, worked: Number.NaN }
}

/** The time from the start of a process to its first response, in each store in turn, next to a bare `node:http`. */
export const measureStarts = async (setting: Setting): Promise<void> => {
  const { both } = storesOf(setting)
  const kinds: Readonly<
    Record<string, { readonly run: () => Promise<Start>; readonly most?: number; readonly bare?: string }>
  > = {
    "bare node:http": { run: () => start(() => startBare("./bareServer.ts", { BARE_ANSWER: "{}" })) },
    "bare node": { run: () => run(["-e", "0"]) },
    ...Object.fromEntries(
      both.map(({ env, name }) => [
        name,
        {
          run: () => start(() => startDaybook(env)),
          most: { SQLite: 0.5, PostgreSQL: 0.7 }[name],
          bare: "bare node:http",
        },
      ]),
    ),
    "daybook --help": { run: () => run([daybook, "--help"]), most: 0.3, bare: "bare node" },
  }
  // The first start of each brings tables up to date, and files into memory.
  for (const kind of Object.values(kinds)) await kind.run()
  const found = new Map<string, ReadonlyArray<Start>>()
  for (let turn = 0; turn < turns; turn++)
    for (const [name, kind] of Object.entries(kinds))
      found.set(name, [...(found.get(name) ?? []), await kind.run()])
  const seconds = (name: string) => median((found.get(name) ?? []).map(({ answered }) => answered)) / 1000
  console.log(`From the start of the process to its first answer; the median of ${turns}`)
  for (const [name, { bare, most }] of Object.entries(kinds)) {
    const worked = median((found.get(name) ?? []).map((one) => one.worked))
    console.log(
      `  ${name.padEnd(16)} ${(seconds(name) * 1000).toFixed(0).padStart(5)} ms` +
        (Number.isNaN(worked) ? "" : `, ${worked} ms of processor time`),
    )
    if (bare !== undefined && most !== undefined)
      aim(name === "daybook --help" ? name : `first answer, ${name}`, seconds(name), "s", { atMost: most }, [
        bare,
        seconds(bare),
      ])
    if (!Number.isNaN(worked)) figure(`processor time until then, ${name}`, worked, "ms")
  }
}
