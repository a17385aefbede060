import type { Domain } from "@daybook/kernel"
import type * as Layer from "effect/Layer"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { Answers } from "../middleware/answers.ts"
import type { ImportBody, JsonBody } from "../middleware/jsonBody.ts"
import type { KeyRequired } from "../middleware/keyRequired.ts"
import type { InvalidRequest } from "../middleware/invalidRequest.ts"
import type { WebhookSecret } from "../middleware/webhookSecret.ts"
import type { ItemImages } from "./itemImages.ts"

/** One or more groups as a part of the activity API. Handlers of the part fit the API of every list of domains. */
export const partOfActivity = <
  const Groups extends readonly [HttpApiGroup.Constraint, ...ReadonlyArray<HttpApiGroup.Constraint>],
>(
  ...groups: Groups
): HttpApi.HttpApi<"activity", Groups[number]> => HttpApi.make("activity").add(...groups)

/** The routes of any domain. */
export interface DomainRoutes {
  readonly domain: Domain
  readonly api: HttpApi.Constraint
  readonly handlers: Layer.Layer<never, never, unknown>
}

/** The groups of a domain's endpoints and their handlers. `R` are the ports that the handlers need. */
export interface RoutesOf<
  Described extends Domain,
  Groups extends HttpApiGroup.Constraint,
  R,
> extends DomainRoutes {
  readonly domain: Described
  readonly api: HttpApi.HttpApi<"activity", Groups>
  readonly handlers: Layer.Layer<HttpApiGroup.ToService<"activity", Groups>, never, R>
}

/** The services that `ActivityServer` gives to handlers. */
export type RouteServices =
  | Answers
  | ImportBody
  | ItemImages
  | JsonBody
  | KeyRequired
  | InvalidRequest
  | WebhookSecret

/** The groups of a domain's routes. */
export type GroupsOf<Routes> = Routes extends RoutesOf<infer _Domain, infer Groups, infer _R> ? Groups : never

/** The ports that a domain's handlers need. */
export type HandlerServices<Routes> =
  Routes extends RoutesOf<infer _Domain, infer _Groups, infer R> ? R : never

/** Joins a domain and its routes; the types require handlers for every group. */
export const domainRoutes = <const Described extends Domain, Groups extends HttpApiGroup.Constraint, R>(
  routes: RoutesOf<Described, Groups, R>,
): RoutesOf<Described, Groups, R> => routes
