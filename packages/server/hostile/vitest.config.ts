import { defineConfig } from "vitest/config"

// Not among the projects of `npm test`: `npm run test:hostile` alone runs what is here.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ["*.test.ts"],
    globalSetup: ["../../storage-postgres/testing/globalSetup.ts"],
    // Requests and upstream answers, side by side.
    maxWorkers: 2,
    // A storm ends by its own clock; this is for a server that no longer answers.
    testTimeout: 24 * 3_600_000,
    hookTimeout: 60_000,
  },
})
