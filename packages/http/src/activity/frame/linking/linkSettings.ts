import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** The host's part of linking accounts. */
export interface LinkSettings {
  /** True for a ticket from the host that starts a link to the service without a key. */
  readonly isTicket: (service: string, ticket: string) => Effect.Effect<boolean>
}

/** No tickets, if a host does not say. */
export const LinkSettings = Context.Reference<LinkSettings>("daybook/http/LinkSettings", {
  defaultValue: () => ({ isTicket: () => Effect.succeed(false) }),
})
