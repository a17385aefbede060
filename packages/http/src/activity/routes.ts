import type { Domain, DomainServices, Position } from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServer from "effect/http/HttpServer"
import type { Countable } from "../assistants/counts/countable.ts"
import type { AssistantTool } from "../assistants/tool.ts"
import type { Answers } from "../middleware/responseCache.ts"
import type { Protocol } from "../middleware/protocol.ts"
import type { Routes } from "../middleware/routing/routeTable.ts"
import type { ImportBody, InvalidRequest, JsonBody, KeyRequired, WebhookSecret } from "../wire/middleware.ts"
import type { DomainDefinition } from "./definition.ts"
import type { ReviewTypes } from "./frame/story/visible.ts"
import type { LiveRead } from "./frame/live/live.ts"
import type { ItemImages, Shown } from "./itemImages.ts"
import type { MakeYearPart } from "../cards/year/part.ts"
import type { ReviewForm } from "./journal/wire.ts"

/** An API that speaks another protocol. Its handlers are among its domain's. */
export interface ProtocolRoutes {
  readonly protocol: Protocol
  readonly api: Routes
}

/** The routes of any domain. */
export interface DomainRoutes extends DomainDefinition {
  readonly domain: Domain
  readonly handlers: Layer.Layer<never, never, unknown>
  readonly protocols?: ReadonlyArray<ProtocolRoutes>
  /** Its lists whose rows assistants count. */
  readonly counts?: ReadonlyArray<Countable>
  /** Assistants' tools for it, in addition to the tools over all domains. */
  readonly tools?: ReadonlyArray<AssistantTool>
  /** Its reads whose responses `/v1/live` gives again when they change. */
  readonly live?: ReadonlyArray<LiveRead>
  /** The fields of its review that have items, each with their type. */
  readonly reviewTypes?: ReviewTypes
  /** Its part of a year's story. */
  readonly yearPart?: MakeYearPart<never>
  /** Positions at which the owner seems to live: what is shown to strangers keeps away from them. */
  readonly homes?: Effect.Effect<ReadonlyArray<Position>, never, unknown>
}

/** The domain's part of a year in review, as its description returns it; never if it has none. */
type OwnReview<Described> = Described extends {
  readonly review: (...range: never) => Effect.Effect<infer Own, infer _E, infer _R>
}
  ? Own
  : never

/** The groups of a domain's endpoints and their handlers. `R` are the ports that the handlers need. */
export interface RoutesOf<
  Described extends Domain,
  Groups extends HttpApiGroup.Constraint,
  R,
  Review = never,
> extends DomainRoutes {
  readonly domain: Described
  readonly api: HttpApi.HttpApi<"activity", Groups>
  readonly handlers: Layer.Layer<HttpApiGroup.ToService<"activity", Groups>, never, R>
  readonly protocols?: ReadonlyArray<ProtocolRoutes>
  readonly review?: ReviewForm<never, Review>
  readonly live?: ReadonlyArray<LiveRead<R>>
  readonly yearPart?: MakeYearPart<OwnReview<Described>>
  readonly homes?: Effect.Effect<ReadonlyArray<Position>, never, DomainServices<Described>>
}

/** The services that `ActivityServer` gives to handlers. */
export type RouteServices =
  | Answers
  | HttpRouter.HttpRouter
  | Layer.Success<typeof HttpServer.layerServices>
  | ImportBody
  | ItemImages
  | JsonBody
  | KeyRequired
  | InvalidRequest
  | WebhookSecret

/** The ports that a domain's handlers need. */
export type HandlerServices<Routes> =
  Routes extends RoutesOf<infer _Domain, infer _Groups, infer R, infer _Review> ? R : never

/**
 * Joins a domain and its routes; the types require handlers for every group, and a form for the domain's own part of a
 * year in review.
 */
export const domainRoutes = <
  const Described extends Domain,
  Groups extends HttpApiGroup.Constraint,
  R,
  Review = never,
>(
  routes: RoutesOf<Described, Groups, R, Review> &
    ([OwnReview<Described>] extends [never]
      ? unknown
      : { readonly review: ReviewForm<Shown<OwnReview<Described>>, Review> }),
): RoutesOf<Described, Groups, R, Review> => routes
