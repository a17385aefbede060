import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    globalSetup: ["./testing/globalSetup.ts"],
    setupFiles: ["./testing/sharedCode.ts"],
    // A first start without a seed takes three seconds on a quick machine.
    // It ends what hangs: what is slow on a busy machine is no error.
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
