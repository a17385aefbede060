import { defineConfig } from "vitest/config"

export default defineConfig({
  // Every test talks to a real server, some over hundreds of connections: a busy machine takes its time.
  test: { testTimeout: 180_000, hookTimeout: 180_000 },
})
