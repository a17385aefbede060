import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // The page is built, one server is filled with the demo life, and one browser starts: for all tests together.
    globalSetup: ["test/globalSetup.ts"],
    testTimeout: 40_000,
    hookTimeout: 60_000,
  },
})
