import { fileURLToPath } from "node:url"
import { type ServerProcess, startServer } from "./process.ts"

/** The key with which measurements read. */
export const readKey = "a-read-key-for-measurements-only-0123456789"

/** The headers of a request that reads. */
export const headers = { authorization: `Bearer ${readKey}` }

const daybook = fileURLToPath(new URL("../../server/bin/daybook.js", import.meta.url))

/** Starts the real server without a limit of requests and without a schedule, on these settings. */
export const startDaybook = (env: Readonly<Record<string, string>>): Promise<ServerProcess> =>
  startServer(daybook, ["serve"], {
    ...env,
    PORT: "0",
    NOTIFY_PORT: "0",
    READ_KEY: readKey,
    ADMIN_KEY: `${readKey}-admin`,
    RATE_LIMIT: "1000000000",
    SYNC_SCHEDULE: "off",
  })
