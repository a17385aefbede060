import { defineConfig } from "vitest/config"

// Vitest 5 reads no workspace file by itself: the npm scripts name this one with --config.
export default defineConfig({
  test: { projects: ["packages/*", "examples/*", "docs"] },
})
