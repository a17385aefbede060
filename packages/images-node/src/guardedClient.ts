import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Predicate from "effect/Predicate"
import type { AddressGuard } from "./publicAddresses.ts"

/**
 * A client that connects only if the guard allows it, and anywhere without one. It follows no redirect. Closing
 * the scope of a request drops a connection whose response was not read to its end.
 */
export const guardedClient = (guard?: Pick<AddressGuard, "lookup">) =>
  NodeHttpClient.makeDispatcherOptions({ connect: guard === undefined ? {} : { lookup: guard.lookup } }).pipe(
    Effect.flatMap((dispatcher) =>
      Effect.provideService(NodeHttpClient.makeUndici, NodeHttpClient.Dispatcher, dispatcher),
    ),
    Effect.map(HttpClient.withScope),
  )

/** The code of a failed connection, such as `ECONNREFUSED`. */
export const failureCode = (error: unknown): string => {
  if (!Predicate.isObject(error)) return "no answer"
  if (Predicate.hasProperty(error, "code") && Predicate.isString(error.code)) return error.code
  return Predicate.hasProperty(error, "cause") ? failureCode(error.cause) : "no answer"
}
