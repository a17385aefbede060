import { RateLimiter } from "@daybook/access"
import {
  keyStoreContract,
  rateLimiterContract,
  RateLimiterServers,
  sharedRateLimiterContract,
} from "@daybook/access/contract"
import { syncRunsContract } from "@daybook/kernel/contract"
import {
  catalogStoreContract,
  filterStoreContract,
  listeningStoreContract,
} from "@daybook/listening/contract"
import { ProfileStore } from "@daybook/profiles"
import { ProfileServers, profileStoreContract } from "@daybook/profiles/contract"
import { MemoryStorage } from "@daybook/storage-memory"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const fresh = (zone = "UTC") =>
  MemoryStorage.layer.pipe(Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe(zone))))

// In one process there is one limiter: whoever starts "another server" shares it.
const servers = () =>
  Layer.provide(
    Layer.effect(
      RateLimiterServers,
      Effect.map(RateLimiter, (limiter) => RateLimiterServers.of({ start: Effect.succeed(limiter) })),
    ),
    fresh(),
  )

const profileServers = () =>
  Layer.provide(
    Layer.effect(
      ProfileServers,
      Effect.map(ProfileStore, (store) => ProfileServers.of({ start: Effect.succeed(store) })),
    ),
    fresh(),
  )

syncRunsContract("memory", fresh)
keyStoreContract("memory", fresh)
rateLimiterContract("memory", fresh)
sharedRateLimiterContract("memory", servers, () => 0)
listeningStoreContract("memory", fresh)
catalogStoreContract("memory", fresh)
filterStoreContract("memory", fresh)
profileStoreContract("memory", fresh, profileServers)
