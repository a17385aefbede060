import { keyStoreContract, shareStoreContract } from "@daybook/access/contract"
import { attendingStoreContract } from "@daybook/attending/contract"
import { collectingStoreContract } from "@daybook/collecting/contract"
import { imageStoreContract } from "@daybook/images/contract"
import {
  importStoreContract,
  serviceStatesContract,
  setAsideContract,
  syncRunsContract,
  tokenStoreContract,
  webhookStoreContract,
} from "@daybook/kernel/contract"
import {
  catalogStoreContract,
  filterStoreContract,
  listeningStoreContract,
  playingNowContract,
} from "@daybook/listening/contract"
import { checkInStoreContract } from "@daybook/places/contract"
import { ProfileStore } from "@daybook/profiles"
import { ProfileServers, profileStoreContract, waitingContract } from "@daybook/profiles/contract"
import { articleStoreContract, vectorIndexContract } from "@daybook/reading/contract"
import { runStoreContract } from "@daybook/running/contract"
import { MemoryStorage } from "@daybook/storage-memory"
import { SqlStorage } from "@daybook/storage-postgres"
import { watchingStoreContract } from "@daybook/watching/contract"
import * as Cause from "effect/Cause"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { emptyStores, makeOnPostgres } from "./freshStores.ts"

const { CallLog, makeAgain } = MemoryStorage.Kernel.Calls

const onSql = emptyStores(makeOnPostgres())

/**
 * Stores in memory that keep their calls. When a test of a contract has ended, these are made again in SQL, which must answer
 * each as memory did: so an export of a memory has the ids by which people know its items.
 */
const heard = <Stores, SqlStores, E>(
  memory: Layer.Layer<Stores, never, DateTime.CurrentTimeZone>,
  calls: ReadonlyArray<MemoryStorage.Kernel.Calls.Recorder>,
  sql: Parameters<typeof onSql<SqlStores, E>>[0],
) => {
  const { fresh } = onSql(sql)
  return (zone = "UTC") =>
    Layer.effectContext(
      Effect.gen(function* () {
        const log = new CallLog()
        const made = yield* Layer.build(Layer.merge(memory, MemoryStorage.Kernel.layer()))
        const repeat = Effect.gen(function* () {
          yield* makeAgain(log.calls ?? [], yield* Layer.build(fresh(zone)))
        })
        yield* Effect.addFinalizer(() =>
          // A text that its domain has not shortened may be too long for an index.
          Effect.catchCauseIf(
            Effect.scoped(repeat),
            (cause) => Cause.pretty(cause).includes("index row size"),
            () => Effect.void,
          ),
        )
        return calls.reduce((stores, recorder) => recorder.into(stores, log), made)
      }),
    ).pipe(Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe(zone))))
}

const name = "memory, and again in SQL"

const kernel = heard(MemoryStorage.Kernel.layer(), MemoryStorage.Kernel.calls, SqlStorage.Kernel.layer())
syncRunsContract(name, kernel)
setAsideContract(name, kernel)
serviceStatesContract(name, kernel)
tokenStoreContract(name, kernel)
importStoreContract(name, kernel)
webhookStoreContract(name, kernel)

const access = heard(MemoryStorage.Access.layer(), MemoryStorage.Access.calls, SqlStorage.Access.layer())
keyStoreContract(name, access)
shareStoreContract(name, access)

const listening = heard(
  MemoryStorage.Listening.layer(),
  MemoryStorage.Listening.calls,
  SqlStorage.Listening.layer(),
)
listeningStoreContract(name, listening)
catalogStoreContract(name, listening)
filterStoreContract(name, listening)
playingNowContract(name, listening)

const reading = heard(MemoryStorage.Reading.layer(), MemoryStorage.Reading.calls, SqlStorage.Reading.layer())
articleStoreContract(name, reading)
vectorIndexContract(name, reading)

attendingStoreContract(
  name,
  heard(MemoryStorage.Attending.layer(), MemoryStorage.Attending.calls, SqlStorage.Attending.layer()),
)
collectingStoreContract(
  name,
  heard(MemoryStorage.Collecting.layer(), MemoryStorage.Collecting.calls, SqlStorage.Collecting.layer()),
)
imageStoreContract(
  name,
  heard(MemoryStorage.Images.layer(), MemoryStorage.Images.calls, SqlStorage.Images.layer()),
)
checkInStoreContract(
  name,
  heard(MemoryStorage.Places.layer(), MemoryStorage.Places.calls, SqlStorage.Places.layer()),
)
runStoreContract(
  name,
  heard(MemoryStorage.Running.layer(), MemoryStorage.Running.calls, SqlStorage.Running.layer()),
)
watchingStoreContract(
  name,
  heard(MemoryStorage.Watching.layer(), MemoryStorage.Watching.calls, SqlStorage.Watching.layer()),
)

const profiles = heard(
  MemoryStorage.Profiles.layer(),
  MemoryStorage.Profiles.calls,
  SqlStorage.Profiles.layer(),
)
profileStoreContract(name, profiles, () =>
  Layer.provide(
    Layer.effect(
      ProfileServers,
      Effect.map(ProfileStore, (store) => ProfileServers.of({ start: Effect.succeed(store) })),
    ),
    profiles(),
  ),
)
waitingContract(name, profiles)
