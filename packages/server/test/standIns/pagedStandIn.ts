import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listenOnLoopback } from "./loopback.ts"
import { until } from "../until.ts"

/** A service over real HTTP that returns a list page by page, and can be made to wait at one of them. */
export abstract class PagedStandIn {
  /** The page at which calls wait until this is changed. */
  pausedAt: number | undefined
  /** The pages that were requested, in order. */
  readonly asked: Array<number> = []
  readonly #server = createServer((request, response) => void this.reply(request, response))
  readonly #listening = listenOnLoopback(this.#server)

  protected abstract reply(request: IncomingMessage, response: ServerResponse): Promise<void> | void

  /** Resolves once this page may get a response. */
  protected letThrough(page: number, response: ServerResponse): Promise<void> {
    return until(`page ${page} is let through`, () => page !== this.pausedAt || response.destroyed)
  }

  get url(): Promise<string> {
    return this.#listening
  }

  /** Resolves once this page has been requested, `times` times in all. */
  askedFor(page: number, times = 1): Promise<void> {
    return until(`page ${page} is requested`, () => this.asked.filter((one) => one === page).length >= times)
  }

  close(): void {
    this.pausedAt = undefined
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
