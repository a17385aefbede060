import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["../storage-postgres/testing/globalSetup.ts"],
    // Every test starts real servers: files run one after the other, and two tests of a file at the most together.
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
