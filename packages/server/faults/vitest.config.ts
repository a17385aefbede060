import { join } from "node:path"
import { defineConfig } from "vitest/config"

// Not among the projects of the workspace: it takes its time, and runs by `npm run test:faults`.
export default defineConfig({
  test: {
    root: join(import.meta.dirname, ".."),
    include: ["faults/*.test.ts"],
    fileParallelism: false,
    hookTimeout: 120_000,
  },
})
