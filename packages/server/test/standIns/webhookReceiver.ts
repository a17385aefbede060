import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Webhook } from "standardwebhooks"
import { listenOnLoopback } from "./loopback.ts"

export interface Received {
  readonly id: string
  readonly path: string
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Receives webhooks and verifies each with the library of Standard Webhooks. */
export class WebhookReceiver {
  secret = ""
  /** Every message that was verified, in the order of arrival, even if the receiver's response was an error. */
  readonly received: Array<Received> = []
  /** The reasons why others could not be verified. */
  readonly refused: Array<string> = []
  /** The status of the next responses, by path; 204 by default. With a negative one there is no response. */
  readonly answers = new Map<string, () => number>()
  readonly #server = createServer(async (request, response) => {
    const path = request.url ?? ""
    try {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      const { data, timestamp, type } = new Webhook(this.secret).verify(
        await text(request),
        headers,
      ) as Received
      this.received.push({ id: headers["webhook-id"] ?? "", path, type, timestamp, data })
    } catch (error) {
      this.refused.push(String(error))
    }
    const status = this.answers.get(path)?.() ?? 204
    if (status < 0) return
    if (status === 429) response.setHeader("retry-after", "8")
    if (status >= 300 && status < 400) response.setHeader("location", "/elsewhere")
    response.writeHead(status).end()
  })
  readonly #listening = listenOnLoopback(this.#server)

  get url(): Promise<string> {
    return this.#listening
  }

  /** The messages that came to a path. */
  at(path: string): ReadonlyArray<Received> {
    return this.received.filter((one) => one.path === path)
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
