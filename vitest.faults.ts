import { defineConfig } from "vitest/config"

// One after the other: each of them needs the machine for itself.
export default defineConfig({
  test: {
    projects: ["packages/storage-sqlite/faults/vitest.config.ts", "packages/server/faults/vitest.config.ts"],
    fileParallelism: false,
    maxWorkers: 1,
  },
})
