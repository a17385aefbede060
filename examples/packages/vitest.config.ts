import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // One PostgreSQL for all tests.
    globalSetup: ["@daybook/storage-postgres/testing/globalSetup"],
    // It ends what hangs: what is slow on a busy machine is not an error.
    testTimeout: 180_000,
  },
})
