import { Digest, type InvalidInput, type Page, type PageRequest, randomHex } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { faultOfText } from "./faultOfText.ts"
import type { Share, ShareId } from "./model.ts"
import { ShareStore } from "./ports.ts"
import { makeSecretLookups } from "./secretLookups.ts"

/** A share and its token: together only once, when the share is made. */
export interface CreatedShare {
  readonly token: Redacted.Redacted
  readonly record: Share
}

/** The longest name of a share, and the longest address that one opens, in UTF-16 units. */
export const maxShareNameLength = 100
export const maxSharedUrlLength = 2_000

/**
 * Makes, finds and revokes shares. A share opens one address to anyone who has its token, for readers that send no key.
 */
export class Shares extends Context.Service<
  Shares,
  {
    /** `address` is a path with its parameters, in the one spelling of anyone who compares it. */
    readonly create: (request: {
      readonly name: string
      readonly address: string
    }) => Effect.Effect<CreatedShare, InvalidInput>
    /** Oldest first. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<Share>>
    /** False if the share does not exist. */
    readonly revoke: (id: ShareId) => Effect.Effect<boolean>
    /**
     * The share that opens an address by this token; none if the token is unknown, revoked, or for another address.
     * `version` is the current version of "access": lookups are remembered while it stays the same.
     */
    readonly opening: (token: string, address: string, version: number) => Effect.Effect<Option.Option<Share>>
    /** The share of this token, whatever it opens; none if the token is unknown or revoked. */
    readonly find: (token: string, version: number) => Effect.Effect<Option.Option<Share>>
  }
>()("daybook/access/Shares") {
  static readonly layer = Layer.effect(
    Shares,
    Effect.gen(function* () {
      const store = yield* ShareStore
      const hash = yield* Digest
      const lookups = yield* makeSecretLookups("shares", store)

      const create = Effect.fn("Shares.create")(function* (request: {
        readonly name: string
        readonly address: string
      }) {
        const problem =
          faultOfText("name", request.name, maxShareNameLength) ??
          faultOfText("address", request.address, maxSharedUrlLength)
        if (problem !== undefined) return yield* problem
        const token = `dbk_share_${randomHex(32)}`
        const record = yield* store.insert({
          ...request,
          hash: hash(token),
          hint: token.slice(-4),
          createdAt: yield* Clock.currentTimeMillis,
        })
        return { token: Redacted.make(token), record }
      })

      const used = Effect.fnUntraced(function* (found: Option.Option<Share>) {
        if (Option.isSome(found)) lookups.use(found.value, yield* Clock.currentTimeMillis)
        return found
      })

      const find = (token: string, version: number) =>
        Effect.flatMap(lookups.find(hash(token), version), used)

      const opening = (token: string, address: string, version: number) =>
        Effect.flatMap(lookups.find(hash(token), version), (found) =>
          used(Option.filter(found, (share) => share.address === address)),
        )

      const list = Effect.fn("Shares.list")(function* (page: PageRequest) {
        yield* lookups.writeUses
        return yield* store.list(page)
      })

      return Shares.of({ create, list, revoke: store.revoke, opening, find })
    }),
  )
}
