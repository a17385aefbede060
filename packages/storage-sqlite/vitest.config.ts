import { defineConfig } from "vitest/config"

export default defineConfig({
  // `npm run test:faults` runs those in `faults`.
  test: { include: ["test/**/*.test.ts"] },
})
