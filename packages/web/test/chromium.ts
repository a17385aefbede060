import { createRequire } from "node:module"
import { npmPackage } from "../../storage-postgres/testing/npmPackage.ts"

interface Chromium {
  /** Unpacks the browser if it is not yet, and returns its path. */
  readonly executablePath: () => Promise<string>
}

/** How the browser of npm's package is started. */
export const launchOptions = async () => {
  const folder = npmPackage("@sparticuz/chromium", "147.0.2")
  const chromium: Chromium = createRequire(import.meta.url)(folder)
  return {
    executablePath: await chromium.executablePath(),
    // The package's own arguments draw by a slow renderer, in one process, and set the web's security aside.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
    headless: true,
  }
}
