import { spawn } from "node:child_process"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

export const root = resolve(import.meta.dirname, "../../..")

/** The option of Node that loads a module of these tests before a server. */
export const importing = (module: string) =>
  `--import=${pathToFileURL(join(import.meta.dirname, module)).href}`

/** The day of the servers and pages begins when the first process of the tests does; the others inherit how far it is ahead. */
const { DAY_OF_TESTS = "2026-11-22T18:45" } = process.env
const { MILLIS_AHEAD = String(Date.parse(`${DAY_OF_TESTS}Z`) - Date.now()) } = process.env
if (MILLIS_AHEAD === "NaN") throw new Error(`DAY_OF_TESTS must be like 2027-02-28T23:30, not ${DAY_OF_TESTS}`)
process.env["MILLIS_AHEAD"] = MILLIS_AHEAD

/** Milliseconds from the machine's clock to the one of servers and pages. */
export const ahead = Number(MILLIS_AHEAD)

/** The keys of the servers of these tests. */
export const keys = {
  admin: "page-tests-admin-key-0123456789abcdef",
  read: "page-tests-read-key-0123456789abcdef",
} as const

/** Starts a server in memory, with files in a folder, and returns its address once it listens. `demo` fills it with the demo data. */
export const startServer = (
  folder: string,
  command: "demo" | "serve",
  { NODE_OPTIONS = "", ...settings }: Readonly<Record<string, string>> = {},
) => {
  const child = spawn(process.execPath, [join(root, "packages/server/bin/daybook.js"), command], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: "memory:",
      PORT: "0",
      NOTIFY_PORT: "0",
      SYNC_SCHEDULE: "off",
      EMBEDDINGS_MODEL: "words",
      ADMIN_KEY: keys.admin,
      READ_KEY: keys.read,
      NODE_OPTIONS: `${importing("movedDate.ts")} ${NODE_OPTIONS}`,
      DATE_AHEAD: String(ahead),
      ...settings,
    },
  })
  let stopped = false
  const listening = new Promise<string>((found, failed) => {
    let said = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const address = /the activity API is at (http:\/\/[\w.:]+)/.exec(said)?.[1]
      if (address !== undefined) found(address)
    })
    child.once("close", (code, signal) => {
      const ended = `the server ended with ${code ?? signal}: ${said}`
      failed(new Error(ended))
      if (!stopped) console.error(ended)
    })
  })
  const stop = () => {
    stopped = true
    return child.kill("SIGKILL")
  }
  return { listening, stop, signal: (one: NodeJS.Signals) => child.kill(one) }
}
