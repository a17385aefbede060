import { setTimeout } from "node:timers/promises"
import { headers, startBare, startDaybook } from "./daybookServer.ts"
import { aim, figure } from "./lines.ts"
import { anew, load } from "./load.ts"
import type { ServerProcess } from "./process.ts"
import { type Setting, storesOf } from "./setting.ts"

/** Milliseconds without a request after which a server is at rest: it has collected the garbage of its start by then. */
const rest = 20_000

const albums = "/v1/listening/top/albums?period=12month&include_sparklines=true"

/** The questions of a busy minute: some again, most again. */
const busy: ReadonlyArray<string | (() => string)> = [
  albums,
  () => anew(albums),
  "/v1/listening/top/artists?period=overall",
  () => anew("/v1/listening/top/artists?period=12month&limit=100"),
  () => anew("/v1/listening/top/tracks?period=6month&limit=100"),
  () => anew("/v1/listening/recent?limit=100"),
  () => anew("/v1/listening/tracks?limit=100&page=20"),
  () => anew("/v1/search/suggest?q=night"),
  () => anew("/v1/calendar"),
  () => anew("/v1/feed?limit=50"),
]

/** Megabytes at rest, after the load and twenty seconds later, and the most of all that time. */
const memoryOf = async (server: ServerProcess, run: () => Promise<unknown>) => {
  await setTimeout(rest)
  const atRest = server.memory()
  await run()
  const after = server.memory()
  await setTimeout(rest)
  return { atRest, after, later: server.memory(), peak: server.peak() }
}

/** The memory of the server's process at rest and after a load of all kinds of reads over 16 connections. */
export const measureMemory = async (setting: Setting): Promise<void> => {
  const { both } = storesOf(setting)
  const seconds = setting.seconds * 5
  console.log("Memory of the process in MB: at rest, after a load, 20 s later, at most")
  const tell = (name: string, { after, atRest, later, peak }: Awaited<ReturnType<typeof memoryOf>>) =>
    console.log(
      `  ${name.padEnd(16)}${[atRest, after, later, peak].map((one) => one.toFixed(0).padStart(6)).join("")}`,
    )
  const bare = await startBare("./bareServer.ts", { BARE_ANSWER: "{}", BARE_READY: "on" })
  const least = await memoryOf(bare, () => load(bare, ["/"], { seconds: setting.seconds }))
  tell("bare node:http", least)
  await bare.stop()
  for (const { env, name } of both) {
    const server = await startDaybook(env)
    const found = await memoryOf(server, async () => {
      // A path that this version does not have would be no load.
      for (const path of busy) {
        const address = server.address + (typeof path === "string" ? path : path())
        const { status } = await fetch(address, { headers })
        if (status !== 200) throw new Error(`${address} answered ${status}`)
      }
      return load(server, busy, { seconds })
    })
    await server.stop()
    tell(name, found)
    aim(`memory at rest, ${name}`, found.atRest, "MB", { atMost: 160 }, ["bare", least.atRest])
    aim(`memory after a load, ${name}`, found.after, "MB", { atMost: 300 }, ["bare", least.after])
    figure(`memory 20 s after a load, ${name}`, found.later, "MB")
    figure(`most memory, ${name}`, found.peak, "MB")
  }
}
