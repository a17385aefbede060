import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { createReadStream, readFileSync } from "node:fs"

// Calls an address, or imports a file, and prints the result and the peak memory. It loads only what it does that with.

const [, , kind = "", place = ""] = process.argv

const ask = Effect.gen(function* () {
  const Upstream = yield* Effect.promise(() => import("../../src/upstream.ts"))
  const settings = { url: "SERVICE_URL", access: "SERVICE_TOKEN" }
  const upstream = yield* Upstream.make({
    name: "service",
    title: "The service",
    settings,
    url: new URL(place),
  })
  return yield* upstream.ask(HttpClientRequest.get(""), upstream.json(Schema.Unknown))
}).pipe(Effect.provide(FetchHttpClient.layer))

const importFile = Stream.suspend(() =>
  Stream.fromAsyncIterable<Uint8Array, Error>(
    createReadStream(place, { highWaterMark: 256 * 1024 }),
    (cause) => new Error("cannot be read", { cause }),
  ),
).pipe(
  (bytes) =>
    Stream.unwrap(
      Effect.map(
        Effect.promise(() => import("../../src/exports/index.ts")),
        (Exports) => Exports.readExport(Exports.listening, bytes),
      ),
    ),
  Stream.runFold(
    () => new Array<string>(),
    (told, row) => ("problem" in row ? [...told, row.problem] : told),
  ),
)

const told = await Effect.runPromise(Effect.result<unknown, Error, never>(kind === "ask" ? ask : importFile))
const said = Result.match(told, { onFailure: ({ message }) => message, onSuccess: (value) => value })

/**
 * The most memory that this process ever held; Linux alone reports it of what was before `exec`, so that it is read
 * there.
 */
const peak = (): number => {
  try {
    return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024
  } catch {
    return process.resourceUsage().maxRSS * 1024
  }
}
console.log(JSON.stringify({ said, mebibytes: Math.round(peak() / 2 ** 20) }))
