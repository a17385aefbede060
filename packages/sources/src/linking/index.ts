import { type LinkableService, LinkableServices } from "@daybook/access"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import { LinkedAccounts } from "./linkedAccounts.ts"

export { layer as accounts } from "./linkedAccounts.ts"

/** A service whose accounts can be linked, by its settings. */
export type Linkable = Effect.Effect<LinkableService, never, HttpClient>

/** These services, as linkable ones. */
export const services = (linkable: ReadonlyArray<Linkable>): Layer.Layer<never, never, HttpClient> =>
  Layer.effect(
    LinkableServices,
    Effect.gen(function* () {
      const { pending, setPending } = yield* LinkedAccounts
      return { services: yield* Effect.all(linkable), pending, setPending }
    }),
  )
