import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // Tests in other folders have their own commands.
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/schemaJit.ts"],
    globalSetup: ["../storage-postgres/testing/globalSetup.ts"],
    // Every test starts servers: two tests of a file at the most run together.
    maxConcurrency: 2,
    // They end what hangs: what is slow on a busy machine is not an error.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
