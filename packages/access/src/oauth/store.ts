import type { EpochMillis, Page, PageRequest } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type {
  AssistantId,
  AssistantToken,
  AuthorizationCode,
  ConnectedAssistant,
  NewTokens,
  OAuthClient,
  TokenHolder,
} from "./model.ts"

/**
 * The store of OAuth: clients, codes, connected assistants and tokens, the secrets by their hash. Ending an assistant or a token
 * raises the version of "access". Storage failures are defects.
 */
export class OAuthStore extends Context.Service<
  OAuthStore,
  {
    /** Stores a client, replacing one with the same id; the older `createdAt` stays. */
    readonly saveClient: (client: OAuthClient) => Effect.Effect<void>
    readonly findClient: (id: string) => Effect.Effect<Option.Option<OAuthClient>>
    readonly insertCode: (hash: string, code: Omit<AuthorizationCode, "assistantId">) => Effect.Effect<void>
    readonly findCode: (hash: string) => Effect.Effect<Option.Option<AuthorizationCode>>
    /** Uses a code up: connects its assistant with these tokens. None if the code is unknown or was used before. */
    readonly useCode: (
      hash: string,
      tokens: NewTokens,
      at: EpochMillis,
    ) => Effect.Effect<Option.Option<ConnectedAssistant>>
    readonly findToken: (hash: string) => Effect.Effect<Option.Option<AssistantToken>>
    /**
     * Spends a refresh token for new tokens of its assistant. None if it is unknown, has expired, or was first spent before
     * `graceSince`.
     */
    readonly rotate: (
      hash: string,
      tokens: NewTokens,
      at: EpochMillis,
      graceSince: EpochMillis,
    ) => Effect.Effect<Option.Option<ConnectedAssistant>>
    /** The holder of an access token, even if it has expired. */
    readonly find: (accessHash: string) => Effect.Effect<Option.Option<TokenHolder>>
    /** Removes one token. */
    readonly removeToken: (hash: string) => Effect.Effect<void>
    /** Removes an assistant with all of its tokens; false if it does not exist. */
    readonly end: (id: AssistantId) => Effect.Effect<boolean>
    /** Oldest first, by id. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<ConnectedAssistant>>
    /** Notes the last uses of assistants; a time earlier than the stored one changes nothing. */
    readonly touch: (uses: ReadonlyMap<AssistantId, EpochMillis>) => Effect.Effect<void>
    /**
     * Removes tokens and codes that expired before `expired`, assistants without a token, clients without one whose last
     * consent was before `unused`, and of those never consented to the ones made before `stale` and all but the newest `most`.
     */
    readonly sweep: (limits: SweepLimits) => Effect.Effect<void>
  }
>()("daybook/access/OAuthStore") {}

export interface SweepLimits {
  readonly expired: EpochMillis
  readonly unused: EpochMillis
  readonly stale: EpochMillis
  readonly most: number
}
