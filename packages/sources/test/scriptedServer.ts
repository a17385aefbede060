import * as Effect from "effect/Effect"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { text } from "node:stream/consumers"

/** A request that the server received. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** "" if none was sent. */
  readonly body: string
}

/** A response: an object is sent as JSON. "hang" never responds, "reset" drops the connection. */
export type Reply =
  | "hang"
  | "reset"
  | {
      readonly status?: number
      readonly headers?: Record<string, string>
      readonly body: string | Uint8Array | object
      /** Sends the body as a part of more, and then nothing, or drops the connection. */
      readonly afterwards?: "stall" | "drop"
    }

/** A real HTTP server on 127.0.0.1 that responds as the script says and remembers its requests. */
export const scriptedServer = (script: (asked: Asked, call: number) => Reply) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: URL; readonly calls: Array<Asked>; readonly close: () => void }>(
      (resume) => {
        const calls: Array<Asked> = []
        const server = createServer(async (request, response) => {
          const { method = "", headers } = request
          const url = new URL(request.url ?? "", "http://stand-in")
          const body = await text(request).catch(() => "")
          const asked = { method, path: url.pathname, query: url.searchParams, headers, body }
          calls.push(asked)
          const reply = script(asked, calls.length)
          if (reply === "hang") return
          if (reply === "reset") return void request.socket.destroy()
          response.writeHead(reply.status ?? 200, reply.headers)
          const answer =
            typeof reply.body === "string" || reply.body instanceof Uint8Array
              ? reply.body
              : JSON.stringify(reply.body)
          if (reply.afterwards === undefined) return void response.end(answer)
          response.write(answer, () => {
            if (reply.afterwards === "drop") request.socket.destroy()
          })
        })
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          const port = typeof address === "object" && address !== null ? address.port : 0
          resume(
            Effect.succeed({
              url: new URL(`http://127.0.0.1:${port}/`),
              calls,
              close: () => {
                server.closeAllConnections()
                server.close()
              },
            }),
          )
        })
      },
    ),
    (server) => Effect.sync(server.close),
  )
