import type { EpochMillis } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"

/** Makes an answer from the time alone. */
export type AtOnce = (now: EpochMillis) => HttpServerResponse.HttpServerResponse

/**
 * The answer of an endpoint that needs nothing but the time, as an annotation of it: it is given before the router. The
 * endpoint's handler gives the same.
 */
export const AtOnce = Context.Reference<AtOnce | undefined>("daybook/http/AtOnce", {
  defaultValue: () => undefined,
})
