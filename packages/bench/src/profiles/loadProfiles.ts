// A load on the profile API of any server, by its address and a key: for anyone who wants to know what their own machine
// takes. `npm run load:set-once -- --help`
import autocannon from "autocannon"
import { parseArgs } from "node:util"
import { nextBody } from "./setOnceRequests.ts"

const { values } = parseArgs({
  options: {
    help: { type: "boolean", default: false },
    url: { type: "string", default: "http://127.0.0.1:8788" },
    workspace: { type: "string", default: process.env["NOTIFY_WORKSPACE"] },
    key: { type: "string", default: process.env["NOTIFY_KEY"] },
    version: { type: "string", default: "test" },
    seconds: { type: "string", default: "10" },
    connections: { type: "string", default: "64" },
    rate: { type: "string" },
  },
})

const usage = `npm run load:set-once -- --url URL --workspace ID --key KEY [--OPTION VALUE …]

Sends set-once requests of five properties, each for a profile of its own, and tells how they were answered.

  --url          of the profile API; ${values.url} by default
  --workspace    its ID; by default NOTIFY_WORKSPACE
  --key          a key of it; by default NOTIFY_KEY, which no list of processes shows
  --version      test (by default) or live: the data that gets the profiles
  --seconds      1 to 600; ${values.seconds} by default
  --connections  1 to 1000; ${values.connections} by default
  --rate         requests a second at the most; by default as many as are answered`

const leave = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const wholeNumber = (name: string, text: string, most: number): number => {
  const number = Number(text)
  return /^\d+$/.test(text) && number >= 1 && number <= most
    ? number
    : leave(`--${name} must be a whole number from 1 to ${most.toLocaleString("en")}`)
}

if (values.help) {
  console.log(usage)
  process.exit(0)
}
const { key = leave(usage), url, version, workspace = leave(usage) } = values
if (!/^https?:\/\//.test(url) || !URL.canParse(url)) leave("--url must be an http or https address")
if (version !== "test" && version !== "live") leave("--version must be test or live")
const duration = wholeNumber("seconds", values.seconds, 600)
const connections = wholeNumber("connections", values.connections, 1_000)
const rate = values.rate === undefined ? undefined : wholeNumber("rate", values.rate, 1_000_000)

// Another run makes other profiles: those of this one would have all values already.
const prefix = `load-${Date.now().toString(36)}`
const path = `/v1/${encodeURIComponent(workspace)}/${version}/profiles/properties/set-once`
const base = url.replace(/\/$/, "")
const headers = { authorization: `Bearer ${key}` }

const first = await fetch(base + path, { method: "POST", headers, body: nextBody(prefix) }).catch(
  (error: unknown) => leave(`${base} does not answer: ${error instanceof Error ? error.message : error}`),
)
if (first.status !== 202) leave(`a first request was answered with ${first.status}: ${await first.text()}`)

const answers = new Map<number, number>()
const result = await autocannon({
  url: base + path,
  method: "POST",
  headers,
  connections,
  duration,
  ...(rate !== undefined && { overallRate: rate }),
  requests: [
    {
      setupRequest: (request) => ({ ...request, body: nextBody(prefix) }),
      onResponse: (status) => void answers.set(status, (answers.get(status) ?? 0) + 1),
    },
  ],
})

const shown = (number: number) => Math.round(number).toLocaleString("en")
const accepted = answers.get(202) ?? 0
const refused = [...answers].filter(([status]) => status !== 202).toSorted(([a], [b]) => a - b)
const { errors, latency, timeouts } = result

console.log(`${connections} connections for ${result.duration.toFixed(1)} s, set-once with five properties`)
console.log(`  accepted     ${shown(accepted)}: ${shown(accepted / result.duration)} a second`)
console.log(`  answered in  p50 ${latency.p50} ms, p99 ${latency.p99} ms`)
console.log(
  `  refused      ${refused.map(([status, count]) => `${shown(count)} with ${status}`).join(", ") || "none"}`,
)
console.log(`  unanswered   ${shown(errors)}, of them ${shown(timeouts)} after 10 s`)
console.log(`The profiles are ${prefix}-… in the ${version} data of ${workspace}.`)
process.exit(accepted === 0 ? 1 : 0)
