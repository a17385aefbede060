import * as Effect from "effect/Effect"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import { promisify } from "node:util"

/** A real HTTP server on 127.0.0.1, its URL such as `http://127.0.0.1:1234`, and the requests it received. */
export const webServer = (listener: RequestListener) => {
  const asked: Array<IncomingMessage> = []
  const server = createServer((request, response) => {
    asked.push(request)
    listener(request, response)
  })
  const listen = Effect.promise(async () => {
    await promisify((done: () => void) => server.listen(0, "127.0.0.1", done))()
    const address = server.address()
    const host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
    return { host, url: `http://${host}`, asked }
  })
  return Effect.acquireRelease(listen, () =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    }),
  )
}
