import { once } from "node:events"
import type { Server } from "node:net"

/** Listens on a free port of the loopback address, and returns its `http://` address. */
export const listenOnLoopback = async (server: Server): Promise<string> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}/`
}
