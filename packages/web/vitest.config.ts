import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // The page is built, one server is filled with the demo data, and one browser starts: for all tests together.
    globalSetup: ["test/globalSetup.ts"],
    // A busy machine draws slowly: what is slow is not an error.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
