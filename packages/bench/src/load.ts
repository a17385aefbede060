import autocannon from "autocannon"
import { headers } from "./daybookServer.ts"
import type { ServerProcess } from "./process.ts"

export interface Load {
  /** Responds to a second. */
  readonly rate: number
  /** Microseconds of the server's CPU time for a response. */
  readonly micros: number
  /** Milliseconds in which half of the responses came. */
  readonly p50: number
}

interface LoadOptions {
  readonly seconds: number
  readonly connections?: number
  readonly headers?: Readonly<Record<string, string>>
}

let asked = 0

/** Makes a question a new one by a parameter that means nothing. */
export const anew = (path: string): string => `${path}${path.includes("?") ? "&" : "?"}_=${(asked += 1)}`

/** Asks for paths in turn over several connections. A path that is a function is called for each request. */
export const load = async (
  server: ServerProcess,
  paths: ReadonlyArray<string | (() => string)>,
  { connections = 16, headers: more = {}, seconds }: LoadOptions,
): Promise<Load> => {
  const before = server.processorTime()
  const result = await autocannon({
    url: server.address,
    headers: { ...headers, ...more },
    connections,
    duration: seconds,
    requests: paths.map((path) =>
      typeof path === "string"
        ? { method: "GET" as const, path }
        : { method: "GET" as const, setupRequest: (request) => ({ ...request, path: path() }) },
    ),
  })
  const refused = result["4xx"] + result["5xx"] + result.errors
  if (refused > 0) throw new Error(`${refused} of ${result.requests.total} requests were not answered well`)
  return {
    rate: result.requests.average,
    micros: ((server.processorTime() - before) * 1000) / result.requests.total,
    p50: result.latency.p50,
  }
}

/** The middle one of some loads, by CPU time. */
const middle = (loads: ReadonlyArray<Load>): Load =>
  loads.toSorted((a, b) => a.micros - b.micros)[Math.floor(loads.length / 2)] ?? {
    rate: Number.NaN,
    micros: Number.NaN,
    p50: Number.NaN,
  }

/** Lets servers take turns: a warm-up of each, then the middle one of some loads. */
export const inTurns = async (
  runs: Readonly<Record<string, () => Promise<Load>>>,
  turns = 3,
): Promise<ReadonlyMap<string, Load>> => {
  const loads = new Map(Object.keys(runs).map((name) => [name, new Array<Load>()]))
  for (const run of Object.values(runs)) await run()
  for (let turn = 0; turn < turns; turn++)
    for (const [name, run] of Object.entries(runs)) loads.get(name)?.push(await run())
  return new Map([...loads].map(([name, all]) => [name, middle(all)]))
}
