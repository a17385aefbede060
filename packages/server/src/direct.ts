import type { NotifyServer } from "@daybook/http"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { IncomingMessage, ServerResponse } from "node:http"

/** Sends an answer that is whole. Nothing can reach a client that has gone. */
const send = (response: ServerResponse, { body, headers, status }: HttpServerResponse): void => {
  if (response.destroyed) return
  response.writeHead(status, headers)
  response.end(body._tag === "Uint8Array" ? (body.text ?? body.body) : undefined)
}

/**
 * Answers a request past Effect's server where an API takes it that way, and gives true. Its body is short: it is held
 * until it has come, and the listener limits the time for that.
 */
export const answerDirectly = (
  direct: NotifyServer.Direct,
  request: IncomingMessage,
  response: ServerResponse,
): boolean => {
  const { headers, method = "", url = "" } = request
  const take = direct({ method, url, headers })
  if (take === undefined) return false
  let body: Buffer | undefined
  request.on("data", (piece: Buffer) => (body = body === undefined ? piece : Buffer.concat([body, piece])))
  request.on("end", () => take(body ?? Buffer.alloc(0), (answer) => send(response, answer)))
  return true
}
