import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium as browsers } from "playwright-core"
import type { TestProject } from "vitest/node"
import { launchOptions } from "./chromium.ts"
import { root, startServer } from "./server.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of a server of the demo life. */
    daybookUrl: string
    /** The address at which tests reach the browser. */
    browserAddress: string
  }
}

export default async (project: TestProject): Promise<() => Promise<void>> => {
  execFileSync(process.execPath, [join(root, "scripts/buildPage.ts")], { stdio: "inherit" })
  const folder = mkdtempSync(join(tmpdir(), "daybook-page-"))
  const server = startServer(folder, "demo")
  const launched = browsers.launchServer(await launchOptions())
  const [address, browser] = await Promise.all([server.listening, launched])
  project.provide("daybookUrl", address)
  project.provide("browserAddress", browser.wsEndpoint())
  return async () => {
    server.stop()
    await browser.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
