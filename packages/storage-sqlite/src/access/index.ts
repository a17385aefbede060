import { KeyStore, RateLimiter as Limiter, ShareStore } from "@daybook/access"
import { takingOwn } from "@daybook/kernel"
import * as Layer from "effect/Layer"
import { sidesOf, withSides } from "../worker/sides.ts"
import * as RateLimiter from "./rateLimiter.ts"
import * as Shares from "./shares.ts"
import * as Keys from "./store.ts"

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
  sidesOf(Limiter, { take: "here", peek: "here" }),
]

/** Keys and shares in SQLite, with their tables, and the limiter of requests. */
export const layer = takingOwn(withSides(Layer.mergeAll(Keys.layer, Shares.layer, RateLimiter.layer), sides))
