import { headers, startBare, startDaybook } from "./daybookServer.ts"
import { aim, figure } from "./lines.ts"
import { inTurns, load } from "./load.ts"
import { type Setting, type Store, storesOf } from "./setting.ts"

/** A question of some work, which is remembered here. */
const albums = "/v1/listening/top/albums?period=12month&include_sparklines=true"

/**
 * The CPU time of a request that needs no work, next to a bare server that sends the same bytes ready and one that
 * checks a key and stringifies them. The servers take turns.
 */
export const measureRequests = async (setting: Setting): Promise<void> => {
  for (const store of storesOf(setting).both) await measureOn(store, setting.seconds)
}

const measureOn = async ({ env, name: store }: Store, seconds: number) => {
  const ours = await startDaybook(env)
  const first = await fetch(ours.address + albums, { headers })
  const answer = await first.text()
  const known = { "if-none-match": first.headers.get("etag") ?? "" }
  const ready = await startBare("./bareServer.ts", { BARE_ANSWER: answer, BARE_READY: "on" })
  const checking = await startBare("./bareServer.ts", { BARE_ANSWER: answer })
  const loads = await inTurns({
    "bare, ready bytes": () => load(ready, ["/"], { seconds }),
    "bare, key and JSON": () => load(checking, ["/"], { seconds }),
    "GET /v1/health": () => load(ours, ["/v1/health"], { seconds }),
    "remembered answer": () => load(ours, [albums], { seconds }),
    "the same, 304": () => load(ours, [albums], { seconds, headers: known }),
  })
  console.log(
    `A request on ${store}, 16 connections, ${(answer.length / 1000).toFixed(1)} kB remembered (processor time)`,
  )
  for (const [name, { micros, rate }] of loads)
    console.log(
      `  ${name.padEnd(18)} ${micros.toFixed(0).padStart(4)} µs, ${Math.round(rate).toLocaleString("en").padStart(6)} a second`,
    )
  const micros = (name: string) => loads.get(name)?.micros ?? Number.NaN
  const bytes = ["ready bytes", micros("bare, ready bytes")] as const
  const json = ["key and JSON", micros("bare, key and JSON")] as const
  aim(`/v1/health, ${store}`, micros("GET /v1/health"), "µs", { atMost: 90 }, bytes)
  aim(`remembered, ${store}`, micros("remembered answer"), "µs", { atMost: 90 }, bytes)
  aim(`remembered, ${store}, beside a key`, micros("remembered answer"), "µs", { share: 1 }, json)
  figure(`remembered and 304, ${store}`, micros("the same, 304"), "µs")
  for (const server of [ours, ready, checking]) await server.stop()
}
