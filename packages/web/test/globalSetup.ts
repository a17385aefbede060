import { execFileSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, globSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { launchOptions } from "./chromium.ts"
import { root, startServer } from "./server.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The address of a server of the demo data. */
    daybookUrl: string
    /** The origin of another site, which that server lets read; its one page is empty. */
    siteUrl: string
    /** How each process of tests starts its browser. */
    browserOptions: Awaited<ReturnType<typeof launchOptions>>
  }
}

/** True if the page is newer than all that it is made of, as it is after an installation. */
const isBuilt = () => {
  const page = join(root, "packages/web/.page/index.html")
  if (!existsSync(page)) return false
  const built = statSync(page).mtimeMs
  const sources = ["package-lock.json", "packages/*/{src,page,public}/**", "scripts/*"]
  return globSync(sources, { cwd: root }).every((file) => statSync(join(root, file)).mtimeMs < built)
}

export default async (project: TestProject): Promise<() => void> => {
  if (!isBuilt()) execFileSync(process.execPath, [join(root, "scripts/buildPage.ts")], { stdio: "inherit" })
  const folder = mkdtempSync(join(tmpdir(), "daybook-page-"))
  const site = createServer((_request, response) => response.setHeader("content-type", "text/html").end())
  await once(site.listen(0, "127.0.0.1"), "listening")
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  const server = startServer(folder, "demo", { ALLOWED_ORIGINS: siteUrl })
  project.provide("siteUrl", siteUrl)
  project.provide("browserOptions", await launchOptions())
  project.provide("daybookUrl", await server.listening)
  return () => {
    server.stop()
    site.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
