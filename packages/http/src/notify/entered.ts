import { InvalidInput } from "@daybook/kernel"
import type { KeyHolder, Place } from "@daybook/profiles"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { type Refusal, refuse } from "./refusals.ts"

/** A request whose key is known. */
export interface Entered extends Pick<KeyHolder, "key" | "limits" | "name"> {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly at: Place
  /** The parameters of the path that can be a name or an id: no storage sees others. */
  readonly params: Readonly<Record<string, string | undefined>>
}

/** A response on its way. */
export type Answered<R = never> = Effect.Effect<HttpServerResponse.HttpServerResponse, Refusal, R>

/** Succeeds with the value, if it is valid. */
export const fit = <A>(read: A | InvalidInput): Effect.Effect<A, Refusal> =>
  read instanceof InvalidInput ? Effect.fail(refuse("unfit", 400, read.message)) : Effect.succeed(read)

/** A route of the profile API. */
export type Route = readonly [
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: `/${string}`,
  handle: (entered: Entered) => Answered,
]
