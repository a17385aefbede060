import { RateLimiter } from "@daybook/access"
import {
  keyStoreContract,
  oauthStoreContract,
  rateLimiterContract,
  RateLimiterServers,
  sharedRateLimiterContract,
  shareStoreContract,
  signInLinkStoreContract,
} from "@daybook/access/contract"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeInFiles } from "./freshStores.ts"

const layer = Layer.merge(SqliteStorage.Access.layer(), SqliteStorage.Kernel.layer())
const fresh = makeInFiles().freshInThread("access", layer)

// A file has one process, and so one limiter: anyone who starts "another server" shares it.
const servers = () =>
  Layer.provide(
    Layer.effect(
      RateLimiterServers,
      Effect.map(RateLimiter, (limiter) => RateLimiterServers.of({ start: Effect.succeed(limiter) })),
    ),
    fresh(),
  )

keyStoreContract("SQLite", fresh)
shareStoreContract("SQLite", fresh)
oauthStoreContract("SQLite", fresh)
signInLinkStoreContract("SQLite", fresh)
rateLimiterContract("SQLite", fresh)
sharedRateLimiterContract("SQLite", servers, () => 0)
