import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import { type IncomingHttpHeaders, request } from "node:http"

/** One block of a stream of events: its fields by name, and its comment under "". */
export type Block = Readonly<Record<string, string>>

const blockOf = (text: string): Block =>
  Object.fromEntries(
    text.split("\n").map((line) => {
      const at = line.indexOf(":")
      return [line.slice(0, at), line.slice(at + 1).trim()] as const
    }),
  )

/** Listens at an address until the scope ends, as a browser's EventSource does. `next` returns block after block. */
export const listenAt = (url: string, headers: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const blocks = yield* Queue.make<Block | "end">()
    const head = yield* Effect.acquireRelease(
      Effect.callback<{
        readonly status: number
        readonly headers: IncomingHttpHeaders
        readonly close: () => void
      }>((resume) => {
        const sent = request(url, { headers, agent: false }, (response) => {
          let text = ""
          response.setEncoding("utf8")
          response.on("data", (piece: string) => {
            text += piece
            const whole = text.split("\n\n")
            text = whole.pop() ?? ""
            for (const block of whole) Queue.offerUnsafe(blocks, blockOf(block))
          })
          response.on("close", () => Queue.offerUnsafe(blocks, "end"))
          const { headers: told, statusCode: status = 0 } = response
          resume(Effect.succeed({ status, headers: told, close: () => sent.destroy() }))
        })
        sent.on("error", () => {})
        sent.end()
      }),
      ({ close }) => Effect.sync(close),
    )
    return { ...head, next: Queue.take(blocks) }
  })
