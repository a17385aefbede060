import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["../storage-postgres/testing/globalSetup.ts"],
    // Every test starts real servers: two tests of a file at the most run together.
    maxConcurrency: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
