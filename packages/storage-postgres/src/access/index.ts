import { KeyStore, OAuthStore, ShareStore, SignInLinkStore } from "@daybook/access"
import { withStoreOverrides } from "@daybook/kernel"
import { keyStore, oauthStore, shareStore, signInLinkStore } from "@daybook/storage-sql/access"
import * as Layer from "effect/Layer"
import { layerOf, writingLayerOf } from "../sharedStores.ts"
import { migrateKeys, migrateOAuth, migrateShares, migrateSignInLinks } from "./migrations.ts"
import * as RateLimiter from "./rateLimiter.ts"

const keys = writingLayerOf(KeyStore, migrateKeys, "access", keyStore)
const shares = writingLayerOf(ShareStore, migrateShares, "access", shareStore)
const oauth = writingLayerOf(OAuthStore, migrateOAuth, "access", oauthStore)
const signInLinks = layerOf(SignInLinkStore, migrateSignInLinks, signInLinkStore)

/** API keys, shares, sign-in links, assistants and rate limits in SQL, with their tables. */
export const layer = withStoreOverrides(Layer.mergeAll(keys, shares, signInLinks, oauth, RateLimiter.layer))
