import { join } from "node:path"
import { defineConfig } from "vitest/config"

// Not among the projects of the workspace: it takes its time, and runs by `npm run test:faults`.
export default defineConfig({
  test: {
    name: "sqlite",
    root: join(import.meta.dirname, ".."),
    include: ["faults/*.test.ts"],
    testTimeout: 1_800_000,
  },
})
