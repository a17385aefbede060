import { existsSync, globSync } from "node:fs"
import { defineConfig } from "vitest/config"

const projects = [
  ...globSync("{packages,examples}/*/package.json").map((file) => file.replace("/package.json", "")),
  "docs",
]
const seed = `${import.meta.dirname}/vitest.seed.ts`

// Vitest 5 reads no workspace file on its own: the npm scripts name this one with --config.
export default defineConfig({
  test: {
    projects: projects.sort().map((root) => ({
      ...(existsSync(`${root}/vitest.config.ts`) ? { extends: `./${root}/vitest.config.ts` } : {}),
      root,
      test: { name: root, setupFiles: [seed] },
    })),
  },
})
