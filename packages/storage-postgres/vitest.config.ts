import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["./testing/globalSetup.ts"],
    // A first start without a seed takes three seconds on a quick machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
