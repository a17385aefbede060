import { once } from "node:events"
import { createServer } from "node:http"
import { listenOnLoopback } from "./loopback.ts"

/** A port of this machine that was free a moment ago. */
export const freePort = async (): Promise<string> => {
  const server = createServer()
  const { port } = new URL(await listenOnLoopback(server))
  server.close()
  await once(server, "close")
  return port
}
