// The command `daybook-conformance`.
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { parseArgs } from "node:util"
import { checkConformance, type Target, type Verdict } from "./index.ts"

const usage = `daybook-conformance --url URL --workspace ID [--OPTION VALUE …]

Checks which promises of the profile service a server holds: Daybook's or anyone's. The profiles that it makes are erased at
the end; the names of their properties, which begin with conformance_, stay. Exits with 1 if a promise is broken.

  --url        of the profile API; by default http://127.0.0.1:8788
  --workspace  its ID; by default NOTIFY_WORKSPACE
  --key        a key of it; by default NOTIFY_KEY, which no list of processes shows
  --version    test (by default) or live: the data that gets the profiles
  --wait       seconds to wait until an accepted request is applied; by default 10`

const leave = (message: string, code = 1): never => {
  ;(code === 0 ? console.log : console.error)(message)
  process.exit(code)
}

const readTarget = (): Target => {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", short: "h", default: false },
      url: { type: "string", default: "http://127.0.0.1:8788" },
      workspace: { type: "string", default: process.env["NOTIFY_WORKSPACE"] },
      key: { type: "string", default: process.env["NOTIFY_KEY"] },
      version: { type: "string", default: "test" },
      wait: { type: "string", default: "10" },
    },
  })
  const { help, key, url, version, wait, workspace } = values
  if (help) return leave(usage, 0)
  if (!URL.canParse(url)) return leave(`--url is not a URL: ${url}`)
  if (workspace === undefined || key === undefined)
    return leave("--workspace and --key are needed: see --help")
  if (version !== "test" && version !== "live") return leave("--version is test or live")
  if (!/^\d{1,3}$/.test(wait)) return leave("--wait is a number of seconds, up to 999")
  return { url, workspace, key, version, waitMillis: Number(wait) * 1_000 }
}

const tell = ({ message, promise, verdict }: Verdict) =>
  Console.log(`${verdict.padEnd(12)} ${promise}${message === "" ? "" : `\n${" ".repeat(13)}${message}`}`)

const target = ((): Target => {
  try {
    return readTarget()
  } catch (error) {
    return leave(error instanceof Error ? error.message : String(error))
  }
})()

const verdicts = await Effect.runPromise(
  Effect.provide(checkConformance(target, tell), FetchHttpClient.layer),
)
const count = (wanted: Verdict["verdict"]) => verdicts.filter(({ verdict }) => verdict === wanted).length
console.log(`\n${count("holds")} hold, ${count("broken")} broken, ${count("not offered")} not offered`)
process.exitCode = count("broken") > 0 ? 1 : 0
