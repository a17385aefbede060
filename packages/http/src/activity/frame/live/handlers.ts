import { type DataVersions, type Digest, View } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Caller } from "../../../middleware/access/caller.ts"
import { Hidden } from "../../../middleware/hidden.ts"
import { handlersOf } from "../../forRoutes.ts"
import type { DomainRoutes, HandlerServices } from "../../routes.ts"
import { LiveGroup } from "./group.ts"
import { type LiveRead, makeLive } from "./live.ts"

/** The stream of what changes in these domains. */
export const layer = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) =>
  handlersOf(LiveGroup, function* (handlers) {
    // A list does not say which ports belong to which of its domains: the reads need the ports of the whole list.
    const reads = domains.flatMap(({ live }) => live ?? []) as ReadonlyArray<
      LiveRead<HandlerServices<Routes>>
    >
    const hidden = yield* Hidden
    const makeFor = (isOwner: boolean) =>
      Effect.provideService(
        makeLive<HandlerServices<Routes> | DataVersions | Digest>(
          domains.map(({ domain }) => domain),
          reads,
        ),
        View,
        { isOwner, hidden },
      )
    const [owner, everyone] = [yield* makeFor(true), yield* makeFor(false)]
    return handlers.handleAll({
      events: Effect.fnUntraced(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const { isOwner, isStillCaller } = yield* Caller
        const live = isOwner ? owner : everyone
        return HttpServerResponse.stream(live(headers["last-event-id"], isStillCaller), {
          contentType: "text/event-stream",
          headers: {
            "cache-control": "no-store",
            // nginx would otherwise hold events back until its buffer is full.
            "x-accel-buffering": "no",
          },
        })
      }),
    })
  })
