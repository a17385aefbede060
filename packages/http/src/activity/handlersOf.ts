import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { partOfActivity } from "./definition.ts"

/** The handlers of one group of the activity API: `build` gets their services, and returns `handlers.handleAll({ … })`. */
export const handlersOf = <
  Group extends HttpApiGroup.Constraint,
  Asked extends Effect.Effect<unknown, never, unknown>,
  Return,
>(
  group: Group,
  build: (
    handlers: HttpApiBuilder.Handlers.FromGroup<Group>,
  ) => Generator<Asked, HttpApiBuilder.Handlers.ValidateReturn<Return>, never>,
): Layer.Layer<
  HttpApiGroup.Service<"activity", HttpApiGroup.Identifier<Group>>,
  never,
  Exclude<Effect.Services<Asked> | HttpApiBuilder.Handlers.Context<Return>, Scope.Scope>
> =>
  // The builder's types know a group by its name in an API, which refuses more than the group itself.
  HttpApiBuilder.group(
    partOfActivity(group),
    group.identifier as never,
    Effect.fnUntraced(build) as never,
  ) as never
