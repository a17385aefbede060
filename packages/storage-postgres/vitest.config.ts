import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["./testing/globalSetup.ts"],
    // It ends what hangs: what is slow on a busy machine is not an error.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
