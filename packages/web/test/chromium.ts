import chromium from "@sparticuz/chromium"

/** How the browser of npm's package is started. */
export const launchOptions = async () => ({
  executablePath: await chromium.executablePath(),
  // The package's own arguments draw by a slow renderer, in one process, and set the web's security aside.
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
  headless: true,
})
