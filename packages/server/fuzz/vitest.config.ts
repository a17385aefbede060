import { defineConfig } from "vitest/config"

// Not among the projects of `npm test`: only `npm run test:hostile` runs what is here.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["../../storage-postgres/testing/globalSetup.ts"],
    // Requests and upstream answers, side by side.
    maxWorkers: 2,
    // Each file has its own limit, which reports where it was.
    testTimeout: 0,
    hookTimeout: 120_000,
  },
})
