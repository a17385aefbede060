import type { EpochMillis, SourceError } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** An account that the owner has linked. It contains no token. */
export interface Link {
  /** The account as its service names it. */
  readonly account: string
  /** The rights that the service gave, as it calls them. */
  readonly scopes: ReadonlyArray<string>
  readonly linkedAt: EpochMillis
  /** The end of the access that the service gave; undefined if it has none, or is renewed before. */
  readonly until: EpochMillis | undefined
}

/** The service or its person did not let us in, or no one began this link. The message states what to do. */
export class LinkRefused extends Schema.TaggedError<LinkRefused>()("LinkRefused", {
  message: Schema.String,
}) {}

/** The parts of a link that both of its halves know. */
export interface LinkRequest {
  /** The URL that the service redirects the browser to. */
  readonly callback: string
  /** A random text that the service returns. */
  readonly state: string
}

/** The flow with which a service grants access to an account, such as OAuth 2.0's authorization code. */
export interface LinkFlow {
  /** The address that the browser is sent to, and a secret to keep until it is back. */
  readonly begin: (
    request: LinkRequest,
  ) => Effect.Effect<{ readonly address: string; readonly secret: Redacted.Redacted }, SourceError>
  /** Takes what the service has given the browser, requests access, and keeps it. */
  readonly finish: (
    request: LinkRequest & { readonly query: URLSearchParams; readonly secret: Redacted.Redacted },
  ) => Effect.Effect<Link, SourceError | LinkRefused>
}

/** A service whose accounts can be linked. */
export interface LinkableService {
  /** Its name in paths, such as `strava`. */
  readonly name: string
  /** Its name for people, such as `Strava`. */
  readonly title: string
  /** The settings of the application in whose name accounts are linked, in words. */
  readonly settings: string
  /** Undefined while those settings are missing. */
  readonly flow: LinkFlow | undefined
  /** The linked account now. */
  readonly link: Effect.Effect<Option.Option<Link>, SourceError>
  /** Forgets the account. */
  readonly unlink: Effect.Effect<void>
}

/** A link that was started and not finished. */
export const PendingLink = Schema.Struct({
  /** Digests: nothing that is stored lets anybody finish a link. */
  state: Schema.String,
  browser: Schema.String,
  callback: Schema.String,
  secret: Schema.RedactedFromValue(Schema.String),
  begunAt: Schema.Finite,
})
export type PendingLink = typeof PendingLink.Type

/** The services whose accounts can be linked; none by default. */
export const LinkableServices = Context.Reference<{
  readonly services: ReadonlyArray<LinkableService>
  /** The link that was started last for a service. */
  readonly pending: (service: string) => Effect.Effect<Option.Option<PendingLink>>
  /** Keeps it, or forgets the last one. */
  readonly setPending: (service: string, pending: PendingLink | undefined) => Effect.Effect<void>
}>("daybook/access/LinkableServices", {
  defaultValue: () => ({
    services: [],
    pending: () => Effect.succeedNone,
    setPending: () => Effect.void,
  }),
})
