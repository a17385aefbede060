import { KeyStore, OAuthStore, RateLimiter as Limiter, ShareStore, SignInLinkStore } from "@daybook/access"
import { withStoreOverrides } from "@daybook/kernel"
import { keyStore, oauthStore, shareStore, signInLinkStore } from "@daybook/storage-sql/access"
import * as Layer from "effect/Layer"
import { layerOf, writingLayerOf } from "../sharedStores.ts"
import { migrateKeys, migrateOAuth, migrateShares, migrateSignInLinks } from "./migrations.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import * as RateLimiter from "./rateLimiter.ts"

const sides = [
  sidesOf(KeyStore, {
    insert: "write",
    insertFirst: "write",
    setConfigured: "write",
    find: "read",
    list: "read",
    revoke: "write",
    touch: "write",
  }),
  sidesOf(ShareStore, { insert: "write", find: "read", list: "read", revoke: "write", touch: "write" }),
  sidesOf(OAuthStore, {
    saveClient: "write",
    findClient: "read",
    insertCode: "write",
    findCode: "read",
    useCode: "write",
    findToken: "read",
    rotate: "write",
    find: "read",
    removeToken: "write",
    end: "write",
    list: "read",
    touch: "write",
    sweep: "write",
  }),
  sidesOf(SignInLinkStore, { insert: "write", spend: "write" }),
  sidesOf(Limiter, { take: "here", peek: "here" }),
]

const keys = writingLayerOf(KeyStore, migrateKeys, "access", keyStore)
const shares = writingLayerOf(ShareStore, migrateShares, "access", shareStore)
const oauth = writingLayerOf(OAuthStore, migrateOAuth, "access", oauthStore)
const signInLinks = layerOf(SignInLinkStore, migrateSignInLinks, signInLinkStore)

/** Keys, shares, sign-in links and assistants in SQLite, with their tables, and the limiter of requests. */
export const layer = withStoreOverrides(
  withSides(Layer.mergeAll(keys, shares, signInLinks, oauth, RateLimiter.layer), sides),
)
