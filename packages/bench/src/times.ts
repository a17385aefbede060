import { headers } from "./daybookServer.ts"
import { anew } from "./load.ts"
import { openBare, type Place } from "./data/place.ts"
import type { ServerProcess } from "./process.ts"

/** The value below which a share of the sorted ones lies. */
export const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** The middle one of some values. */
export const median = (values: ReadonlyArray<number>): number =>
  percentile(
    values.toSorted((one, other) => one - other),
    0.5,
  )

/** The times of one question after another in milliseconds, sorted; the first 20 warm up plans and the compiler. */
export const timesOf = async (
  ask: (turn: number) => Promise<unknown>,
  turns = 100,
): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let turn = 0; turn < turns + 20; turn++) {
    const start = performance.now()
    await ask(turn)
    if (turn >= 20) times.push(performance.now() - start)
  }
  return times.sort((one, other) => one - other)
}

/** Asks for a path once, and returns its JSON. */
export const askOnce = async ({ address }: ServerProcess, path: string): Promise<unknown> => {
  const response = await fetch(address + path, { headers, signal: AbortSignal.timeout(30_000) })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${JSON.stringify(body)}`)
  return body
}

/** The times of a path that no one has requested before: each question differs in a parameter that means nothing. */
export const uncached = (server: ServerProcess, path: string): Promise<ReadonlyArray<number>> =>
  timesOf(() => askOnce(server, anew(path)))

/** The median time of a bare statement in milliseconds, by a client without a server. */
export const bareTime = async (place: Place, statement: string, schema?: string): Promise<number> => {
  const bare = await openBare(place, schema)
  const times = await timesOf(() => bare.ask(statement), 30)
  await bare.end()
  return percentile(times, 0.5)
}
