import chromium from "@sparticuz/chromium"
import { spawn, execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { chromium as browsers } from "playwright-core"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of a server of the demo life. */
    daybookUrl: string
    /** The address at which tests reach the browser. */
    browserAddress: string
  }
}

/** The keys of that server. */
export const keys = {
  admin: "page-tests-admin-key-0123456789abcdef",
  read: "page-tests-read-key-0123456789abcdef",
} as const

const root = resolve(import.meta.dirname, "../../..")

/** Starts a server of the demo life in memory, and gives its address once it listens. */
const startServer = (folder: string) => {
  const child = spawn(process.execPath, [join(root, "packages/server/bin/daybook.js"), "demo"], {
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
      RATE_LIMIT: "100000",
    },
  })
  const listening = new Promise<string>((found, failed) => {
    let said = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const address = /the activity API is at (http:\/\/[\w.:]+)/.exec(said)?.[1]
      if (address !== undefined) found(address)
    })
    child.once("close", (code) => failed(new Error(`the server ended with ${code}: ${said}`)))
  })
  return { listening, stop: () => child.kill("SIGKILL") }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  execFileSync(process.execPath, [join(root, "scripts/buildPage.ts")], { stdio: "inherit" })
  const folder = mkdtempSync(join(tmpdir(), "daybook-page-"))
  const server = startServer(folder)
  const launched = browsers.launchServer({
    executablePath: await chromium.executablePath(),
    // The package's own arguments draw by a slow renderer, in one process, and set the web's security aside.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
    headless: true,
  })
  const [address, browser] = await Promise.all([server.listening, launched])
  project.provide("daybookUrl", address)
  project.provide("browserAddress", browser.wsEndpoint())
  return async () => {
    server.stop()
    await browser.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
