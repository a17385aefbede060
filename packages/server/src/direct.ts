import type { Early, NotifyServer } from "@daybook/http"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { IncomingMessage, ServerResponse } from "node:http"

/** Sends an answer that is whole. Nothing can reach a client that has gone. */
const send = (response: ServerResponse, { body, headers, status }: HttpServerResponse): void => {
  if (response.destroyed) return
  response.writeHead(status, headers)
  response.end(body._tag === "Uint8Array" ? (body.text ?? body.body) : undefined)
}

/** Answers a request whose answer is at hand, and leaves any other to `ordinary`, now or later. */
export type AnswerEarly = (request: IncomingMessage, response: ServerResponse, ordinary: () => void) => void

/**
 * The early way of a listener. A request that waits there for the store when the scope closes goes the ordinary way, and so ends with
 * the server; one whose client goes is given up.
 */
export const makeAnswerEarly = Effect.fnUntraced(function* (early: Early, scope: Scope.Scope) {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  return ((request, response, ordinary) => {
    const { headers, method = "", socket, url = "" } = request
    const answering = early({
      source: request,
      address: socket.remoteAddress,
      method,
      url,
      // Only `set-cookie` has a list of values, which no rule looks at.
      headers: headers as Readonly<Record<string, string | undefined>>,
    })
    if (answering === undefined) return ordinary()
    const conclude = (exit: Exit.Exit<HttpServerResponse | undefined>) => {
      if (Exit.isSuccess(exit) && exit.value !== undefined) send(response, exit.value)
      else if (!response.destroyed) ordinary()
    }
    const fiber = run(answering)
    const exit = fiber.pollUnsafe()
    if (exit !== undefined) return conclude(exit)
    Fiber.runIn(fiber, scope).addObserver(conclude)
    response.once("close", () => fiber.interruptUnsafe())
  }) satisfies AnswerEarly
})

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
