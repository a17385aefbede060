import type { LinkableService, LinkFlow } from "@daybook/access"
import { Setting } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { HttpClient } from "effect/http/HttpClient"
import type { Upstream } from "../upstream.ts"
import type { CodeFlow } from "./codeFlow.ts"
import type { Linkable } from "./index.ts"
import { LinkedAccounts, linkOf } from "./linkedAccounts.ts"

/** A service whose accounts can be linked; its flow is undefined while the settings of its application are missing. */
export const linkable = Effect.fnUntraced(function* (
  name: string,
  settings: Setting.Group,
  flow: LinkFlow | undefined,
): Effect.fn.Return<LinkableService> {
  const accounts = yield* LinkedAccounts
  return {
    name,
    title: settings.title,
    settings: Setting.inWords(Setting.neededToLink(settings)),
    flow,
    link: Effect.map(accounts.get(name), Option.map(linkOf)),
    unlink: accounts.forget(name),
  }
})

/**
 * A service linked by a code flow, as a function of its settings: `makeFlow` returns none if some are
 * missing.
 */
export const linkByCode =
  <Config>(
    name: string,
    settings: Setting.Group,
    makeFlow: (config: Config) => Effect.Effect<CodeFlow | undefined, never, HttpClient>,
  ) =>
  (config: Config | undefined): Linkable =>
    Effect.gen(function* () {
      const made = config === undefined ? undefined : yield* makeFlow(config)
      return yield* linkable(name, settings, made?.flow)
    })

/** States that a service has an application and no account. */
export const notLinked = (upstream: Upstream, name: string, setting: string | undefined) =>
  upstream.failure(
    "unauthorized",
    `is not linked yet: open /link/${name} in a browser${setting === undefined ? "" : `, or set ${setting}`}`,
  )
