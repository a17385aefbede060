import { defineConfig } from "vitest/config"

export default defineConfig({
  // Each write is flushed to the disk, and a suite writes thousands: a busy disk takes its time.
  test: { testTimeout: 30_000 },
})
