import { type Link, PendingLink } from "@daybook/access"
import { SourceError, TokenStore } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Sealing } from "../sealing.ts"

/** A linked account with its tokens, as it is sealed. Instants are in Unix milliseconds. */
export const LinkedAccount = Schema.Struct({
  account: Schema.String,
  /** The service's id of the account, whatever its name becomes. */
  ref: Schema.String,
  /** The callback of its link, which some services want again with each renewal. */
  callback: Schema.String,
  scopes: Schema.Array(Schema.String),
  linkedAt: Schema.Finite,
  accessToken: Schema.String,
  /** When the access token expires; omitted if it does not. */
  expiresAt: Schema.optionalKey(Schema.Finite),
  refreshToken: Schema.optionalKey(Schema.String),
  /** The second half of a token of OAuth 1.0a. */
  tokenSecret: Schema.optionalKey(Schema.String),
})
export type LinkedAccount = typeof LinkedAccount.Type

/** The account without its tokens. A renewable one has no expiry worth showing. */
export const linkOf = ({ account, expiresAt, linkedAt, refreshToken, scopes }: LinkedAccount): Link => ({
  account,
  scopes,
  linkedAt,
  until: refreshToken === undefined ? expiresAt : undefined,
})

/** The store of linked accounts, and of links that are not finished. */
export interface Accounts {
  /** Fails if it was sealed with another key. */
  readonly get: (service: string) => Effect.Effect<Option.Option<LinkedAccount>, SourceError>
  readonly keep: (service: string, account: LinkedAccount) => Effect.Effect<void>
  readonly forget: (service: string) => Effect.Effect<void>
  readonly pending: (service: string) => Effect.Effect<Option.Option<PendingLink>>
  readonly setPending: (service: string, pending: PendingLink | undefined) => Effect.Effect<void>
}

// A token store has one text per source, after a word that marks it as valid or not.
const [kept, gone] = ["kept", "gone"]

const sealedAccounts = Effect.gen(function* () {
  const tokens = yield* TokenStore
  const sealing = yield* Sealing
  const put = (name: string, text: string) =>
    Effect.flatMap(sealing.seal(name, Redacted.make(text)), (sealed) => tokens.put(name, kept, sealed))
  const forget = (name: string) => tokens.put(name, gone, "")

  const accounts = Schema.fromJsonString(LinkedAccount)
  const links = Schema.fromJsonString(PendingLink)
  const accountOf = (service: string) => `account of ${service}`
  const linkFor = (service: string) => `link of ${service}`

  return {
    get: Effect.fn("LinkedAccounts.get")(function* (service) {
      const sealed = yield* tokens.get(accountOf(service), kept)
      if (Option.isNone(sealed)) return Option.none()
      const opened = yield* sealing.open(accountOf(service), sealed.value)
      const account = Option.flatMap(opened, (text) => Schema.decodeOption(accounts)(Redacted.value(text)))
      return Option.isSome(account)
        ? account
        : yield* new SourceError({
            source: service,
            failure: "unauthorized",
            message: `the linked account was sealed with another key: set SEALING_KEY to that key, or link it again at /link/${service}`,
          })
    }),
    keep: (service, account) =>
      Effect.flatMap(Effect.orDie(Schema.encodeEffect(accounts)(account)), (text) =>
        put(accountOf(service), text),
      ),
    forget: (service) => forget(accountOf(service)),
    pending: Effect.fn("LinkedAccounts.pending")(function* (service) {
      const sealed = yield* tokens.get(linkFor(service), kept)
      if (Option.isNone(sealed)) return Option.none()
      const opened = yield* sealing.open(linkFor(service), sealed.value)
      return Option.flatMap(opened, (text) => Schema.decodeOption(links)(Redacted.value(text)))
    }),
    setPending: (service, pending) =>
      pending === undefined
        ? forget(linkFor(service))
        : // Its secret is written out, for it is sealed with the rest.
          Effect.flatMap(Effect.orDie(Schema.encodeEffect(links)(pending)), (text) =>
            put(linkFor(service), text),
          ),
  } satisfies Accounts
})

/** The linked accounts; none if the host provides no store of them. */
export const LinkedAccounts = Context.Reference<Accounts>("daybook/sources/LinkedAccounts", {
  defaultValue: () => ({
    get: () => Effect.succeedNone,
    keep: () => Effect.void,
    forget: () => Effect.void,
    pending: () => Effect.succeedNone,
    setPending: () => Effect.void,
  }),
})

/** Accounts that are sealed in the store of tokens. */
export const layer: Layer.Layer<never, never, TokenStore | Sealing> = Layer.effect(
  LinkedAccounts,
  sealedAccounts,
)
