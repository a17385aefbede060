import { configDefaults, defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    // `npm run check:packages` holds the example to its contract, on the packed packages.
    exclude: [...configDefaults.exclude, "contracts.test.ts"],
    // Each write is flushed to the disk, and a suite writes thousands: a busy disk takes its time.
    testTimeout: 180_000,
  },
})
