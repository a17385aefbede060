import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // The page is built and one server is filled with the demo data, for all tests together.
    globalSetup: ["test/globalSetup.ts"],
    // A busy machine draws slowly: what is slow is not an error.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
