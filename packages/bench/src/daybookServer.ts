import { fileURLToPath } from "node:url"
import { type ServerProcess, startServer } from "./process.ts"

/** The key with which measurements read. */
export const readKey = "a-read-key-for-measurements-only-0123456789"

/** The headers of a request that reads. */
export const headers = { authorization: `Bearer ${readKey}` }

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** The program that `npm start` runs. */
export const daybook = pathOf("../../server/bin/daybook.js")

/** The words after `node` with which `npm start` runs it. */
export const npmStart = ["--max-semi-space-size=1", daybook, "serve"]

type Environment = Readonly<Record<string, string>>

/** Starts the real server without a limit of requests and without a schedule, on these settings. */
export const startDaybook = (env: Environment): Promise<ServerProcess> =>
  startServer(npmStart, {
    PORT: "0",
    NOTIFY_PORT: "0",
    READ_KEY: readKey,
    ADMIN_KEY: `${readKey}-admin`,
    NOTIFY_WORKSPACE: "bench",
    NOTIFY_KEY: `${readKey}-notify`,
    RATE_LIMIT: "1000000000",
    SYNC_SCHEDULE: "off",
    // As the files in deploy set it.
    MALLOC_ARENA_MAX: "1",
    ...env,
  })

/** Starts one of the bare servers, by its file in this folder. */
export const startBare = (file: string, env: Environment): Promise<ServerProcess> =>
  startServer([pathOf(file)], { READ_KEY: readKey, ...env })
