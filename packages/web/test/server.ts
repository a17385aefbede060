import { spawn } from "node:child_process"
import { join, resolve } from "node:path"

export const root = resolve(import.meta.dirname, "../../..")

/** The keys of the servers of these tests. */
export const keys = {
  admin: "page-tests-admin-key-0123456789abcdef",
  read: "page-tests-read-key-0123456789abcdef",
} as const

/** Starts a server in memory, with files in a folder, and returns its address once it listens. `demo` fills it with the demo data. */
export const startServer = (
  folder: string,
  command: "demo" | "serve",
  settings: Readonly<Record<string, string>> = {},
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
