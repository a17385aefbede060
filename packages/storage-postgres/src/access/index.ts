import { KeyStore, OAuthStore, ShareStore } from "@daybook/access"
import { withStoreOverrides } from "@daybook/kernel"
import { keyStore, oauthStore, shareStore } from "@daybook/storage-sql/access"
import * as Layer from "effect/Layer"
import { writingLayerOf } from "../sharedStores.ts"
import { migrateKeys, migrateOAuth, migrateShares } from "./migrations.ts"
import * as RateLimiter from "./rateLimiter.ts"

const keys = writingLayerOf(KeyStore, migrateKeys, "access", keyStore)
const shares = writingLayerOf(ShareStore, migrateShares, "access", shareStore)
const oauth = writingLayerOf(OAuthStore, migrateOAuth, "access", oauthStore)

/** API keys, shares, assistants and rate limits in SQL, with their tables. */
export const layer = withStoreOverrides(Layer.mergeAll(keys, shares, oauth, RateLimiter.layer))
