import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

// Tests of servers wait a good part of their time: on small machines one more than there are processors fill it.
const processors = availableParallelism()
const maxWorkers = Math.max(Math.min(3, processors + 1), Math.floor(processors * 0.75))

const seed = `${import.meta.dirname}/vitest.seed.ts`
const common = {
  setupFiles: [seed],
  isolate: false,
  maxWorkers,
  // They end what hangs: what is slow on a busy machine is not an error.
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

const onPostgres = [
  "packages/{server,storage-postgres}/test/**/*.test.ts",
  "examples/{own-domain,packages}/*.test.ts",
]
const ofPage = ["packages/web/test/**/*.test.ts"]
// `npm run check:packages` holds the example to its contract, on the packed packages.
const elsewhere = ["examples/file-storage/contracts.test.ts"]

// Vitest 5 reads no workspace file on its own: the npm scripts name this one with --config.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "others",
          include: [
            "packages/*/test/**/*.test.ts",
            "examples/*/*.test.ts",
            "docs/*.test.ts",
            // Not by `exclude`: a project that sets it is given no --exclude of the command line.
            ...[...onPostgres, ...ofPage, ...elsewhere].map((files) => `!${files}`),
          ],
        },
      },
      {
        test: {
          ...common,
          name: "postgres",
          include: onPostgres,
          setupFiles: [seed, "packages/server/test/schemaJit.ts"],
          // One PostgreSQL for all of them.
          globalSetup: ["packages/storage-postgres/testing/globalSetup.ts"],
          // Most start servers: two tests of a file at the most run together.
          maxConcurrency: 2,
        },
      },
      // The page is built and one server is filled with the demo data, for all tests together.
      {
        test: { ...common, name: "page", include: ofPage, globalSetup: ["packages/web/test/globalSetup.ts"] },
      },
    ],
  },
})
