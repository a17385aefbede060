import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["../storage-postgres/testing/globalSetup.ts"],
    // Every test starts real servers: two files run side by side, after all others, and two tests of each at the most.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
    maxConcurrency: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
