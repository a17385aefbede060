import type { LinkableService, LinkFlow } from "@daybook/access"
import { Setting } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Upstream } from "../upstream.ts"
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

/** Says that a service has an application and no account. */
export const notLinked = (upstream: Upstream, name: string, setting: string | undefined) =>
  upstream.failure(
    "unauthorized",
    `is not linked yet: open /link/${name} in a browser${setting === undefined ? "" : `, or set ${setting}`}`,
  )
