import { existsSync, globSync } from "node:fs"
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

const projects = [
  ...globSync("{packages,examples}/*/package.json").map((file) => file.replace("/package.json", "")),
  "docs",
]
// Tests of servers wait a good part of their time: on small machines one more than there are processors fill it.
const processors = availableParallelism()
const maxWorkers = Math.max(Math.min(3, processors + 1), Math.floor(processors * 0.75))
const seed = `${import.meta.dirname}/vitest.seed.ts`

// Vitest 5 reads no workspace file on its own: the npm scripts name this one with --config.
export default defineConfig({
  test: {
    projects: projects.sort().map((root) => ({
      ...(existsSync(`${root}/vitest.config.ts`) ? { extends: `./${root}/vitest.config.ts` } : {}),
      root,
      // They end what hangs: what is slow on a busy machine is not an error.
      test: {
        name: root,
        setupFiles: [seed],
        isolate: false,
        maxWorkers,
        testTimeout: 180_000,
        hookTimeout: 180_000,
      },
    })),
  },
})
