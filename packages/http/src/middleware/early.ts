import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { Head } from "./head.ts"

/** A request as a host has it, before it is one of Effect's. */
export interface EarlyRequest extends Head {
  /** The host's own request, as `HttpServerRequest.source` gives it later. */
  readonly source: object
  /** The address of the connection's other end. */
  readonly address: string | undefined
}

/**
 * The way of a request whose answer may be at hand, past Effect's server: an effect that gives the answer, or undefined where the
 * ordinary way has to take the request after all. No effect for a request that it leaves alone.
 */
export type Early = (request: EarlyRequest) => Effect.Effect<HttpServerResponse | undefined> | undefined

/** Told the early way once it is made, by a host that can take it; by default nobody wants to know. */
export const TakesEarly = Context.Reference<(early: Early) => void>("daybook/http/TakesEarly", {
  defaultValue: () => () => {},
})
