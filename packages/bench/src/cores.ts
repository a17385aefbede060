import { startDaybook } from "./daybookServer.ts"
import { figure } from "./lines.ts"
import { anew, load } from "./load.ts"
import { processorTimeOfTree, type ServerProcess } from "./process.ts"
import { albums } from "./requests.ts"
import { type Setting, storesOf } from "./setting.ts"

const connections = 16

/** Kinds of requests: what is remembered, and what is computed each time. */
const kinds: Readonly<Record<string, string | (() => string)>> = {
  remembered: albums,
  "12 months, computed": () => anew("/v1/listening/top/albums?period=12month&limit=50"),
  "12 months with sparklines, computed": () => anew(albums),
}

interface Shares {
  /** Requests a second of all servers. */
  readonly rate: number
  /** Microseconds of CPU time for a request. */
  readonly server: number
  readonly postgres: number
  readonly client: number
}

/**
 * One and two servers on one PostgreSQL, with the CPU time of each side of a request, and from it the requests a second
 * of 1 to 16 cores that do the work of servers and of PostgreSQL together. The clients have others.
 */
export const measureCores = async (setting: Setting): Promise<void> => {
  const { postgres } = storesOf(setting)
  console.log(
    `Servers on one PostgreSQL, ${connections} connections each: a second; µs of server, PostgreSQL, client`,
  )
  for (const [name, path] of Object.entries(kinds)) {
    for (const number of [1, 2]) {
      const servers: Array<ServerProcess> = []
      for (let at = 0; at < number; at++)
        servers.push(await startDaybook({ ...postgres.env, DATA_DIR: `${setting.work}/server-${at}` }))
      const run = async (seconds: number): Promise<Shares> => {
        const database = processorTimeOfTree(setting.postgresPid)
        const client = process.cpuUsage()
        const loads = await Promise.all(
          servers.map((server) => load(server, [path], { connections, seconds })),
        )
        const rate = loads.reduce((sum, one) => sum + one.rate, 0)
        const requests = rate * seconds
        const { system, user } = process.cpuUsage(client)
        return {
          rate,
          server: loads.reduce((sum, one) => sum + one.micros * one.rate, 0) / rate,
          postgres: ((processorTimeOfTree(setting.postgresPid) - database) * 1000) / requests,
          client: (system + user) / requests,
        }
      }
      await run(2)
      const { client, postgres: database, rate, server } = await run(2 * setting.seconds)
      for (const one of servers) await one.stop()
      const micros = [server, database, client].map((one) => one.toFixed(0).padStart(5)).join("")
      console.log(`  ${name}, ${number}: ${Math.round(rate).toLocaleString("en").padStart(7)} ${micros}`)
      figure(`${name}, servers: ${number}`, rate, "a second")
      figure(`${name}, servers: ${number}, the servers' time`, server, "µs")
      figure(`${name}, servers: ${number}, PostgreSQL's time`, database, "µs")
      if (number === 1) continue
      const modelled = [1, 2, 4, 8, 16].map(
        (cores) => `${cores}: ${Math.round((cores * 1e6) / (server + database)).toLocaleString("en")}`,
      )
      console.log(`    by that time, of so many processors: ${modelled.join(", ")}`)
    }
  }
}
