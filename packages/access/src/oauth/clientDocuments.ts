import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { OAuthError } from "./error.ts"

/**
 * Fetches the metadata document of a client. The URL comes from anyone: it may lead to public addresses only, over HTTPS,
 * without redirects, and to a few kB. Undefined by default: only clients that register are known.
 */
export const ClientDocuments = Context.Reference<
  ((url: string) => Effect.Effect<string, OAuthError>) | undefined
>("daybook/access/ClientDocuments", { defaultValue: () => undefined })
