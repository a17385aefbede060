import { type PreparedThread, prepareThread } from "@daybook/storage-sqlite/worker/prepare"
import { extname } from "node:path"
import { isMainThread } from "node:worker_threads"

const start = () => prepareThread(new URL(`./storeEntry${extname(import.meta.url)}`, import.meta.url))

/**
 * Starts the thread that writes the database of a server with only our domains, if this process is going to serve from a file:
 * its modules load while those of the server do. The result returns that thread first, and then new ones.
 */
export const startStoresAhead = (): (() => PreparedThread) => {
  const servesFile = isMainThread && process.argv[2] === "serve" && !process.env["DATABASE_URL"]?.trim()
  let ahead = servesFile ? start() : undefined
  return () => {
    const thread = ahead ?? start()
    ahead = undefined
    return thread
  }
}
