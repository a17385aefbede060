import { RateLimiter } from "@daybook/access"
import {
  keyStoreContract,
  rateLimiterContract,
  RateLimiterServers,
  shareStoreContract,
  sharedRateLimiterContract,
} from "@daybook/access/contract"
import { attendingStoreContract } from "@daybook/attending/contract"
import { collectingStoreContract } from "@daybook/collecting/contract"
import {
  importStoreContract,
  serviceStatesContract,
  webhookStoreContract,
  setAsideContract,
  syncRunsContract,
  tokenStoreContract,
} from "@daybook/kernel/contract"
import { imageStoreContract } from "@daybook/images/contract"
import {
  catalogStoreContract,
  filterStoreContract,
  listeningStoreContract,
  playingNowContract,
} from "@daybook/listening/contract"
import { runStoreContract } from "@daybook/running/contract"
import { watchingStoreContract } from "@daybook/watching/contract"
import { articleStoreContract, vectorIndexContract } from "@daybook/reading/contract"
import { checkInStoreContract } from "@daybook/places/contract"
import { ProfileStore } from "@daybook/profiles"
import { ProfileServers, profileStoreContract, waitingContract } from "@daybook/profiles/contract"
import { MemoryStorage } from "@daybook/storage-memory"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const fresh = (zone = "UTC") =>
  MemoryStorage.layer().pipe(Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe(zone))))

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
setAsideContract("memory", fresh)
serviceStatesContract("memory", fresh)
tokenStoreContract("memory", fresh)
importStoreContract("memory", fresh)
webhookStoreContract("memory", fresh)
keyStoreContract("memory", fresh)
shareStoreContract("memory", fresh)
rateLimiterContract("memory", fresh)
sharedRateLimiterContract("memory", servers, () => 0)
listeningStoreContract("memory", fresh)
catalogStoreContract("memory", fresh)
filterStoreContract("memory", fresh)
playingNowContract("memory", fresh)
attendingStoreContract("memory", fresh)
collectingStoreContract("memory", fresh)
runStoreContract("memory", fresh)
imageStoreContract("memory", fresh)
watchingStoreContract("memory", fresh)
articleStoreContract("memory", fresh)
vectorIndexContract("memory", fresh)
checkInStoreContract("memory", fresh)
profileStoreContract("memory", fresh, profileServers)
waitingContract("memory", fresh)
