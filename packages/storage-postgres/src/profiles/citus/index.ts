import {
  type Acceptance,
  CohortStore,
  type Place,
  ProfileStore,
  PropertyStore,
  SnapshotStore,
} from "@daybook/profiles"
import { storageUnavailable } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as SqlClient from "effect/sql/SqlClient"
import type { NodeClient } from "../../sql/nodes.ts"
import { makeShards, type Shards, type ShardStores } from "./shards.ts"

type Member = (place: Place, ...more: ReadonlyArray<unknown>) => Effect.Effect<unknown>

/** The members of a port whose first argument is a place: each uses the place's shard. */
const inShards = <Id extends ShardStores, Port extends object, Name extends keyof Port>(
  shards: Shards,
  port: Context.Key<Id, Port>,
  ...names: ReadonlyArray<Name>
) => {
  const routed =
    (name: Name): Member =>
    (place, ...more) =>
      shards.run(shards.of(place), (stores) =>
        (Context.get(stores as Context.Context<Id>, port)[name] as unknown as Member)(place, ...more),
      )
  return Object.fromEntries(names.map((name) => [name, routed(name)])) as unknown as Pick<Port, Name>
}

const instantOf = (millis: number | undefined) => new Date(millis ?? 0).toISOString()

/** Work on all shards that respond; the others have theirs later. */
const sumOver = (
  { all, run }: Shards,
  use: (stores: Context.Context<ShardStores>) => Effect.Effect<number>,
): Effect.Effect<number> =>
  Effect.map(
    Effect.forEach(all, (shard) =>
      Effect.catchCause(run(shard, use), (cause) =>
        storageUnavailable(cause) === undefined ? Effect.failCause(cause) : Effect.succeed(0),
      ),
    ),
    (numbers) => numbers.reduce((sum, number) => sum + number, 0),
  )

const profileStore = (shards: Shards) =>
  ProfileStore.of({
    ...inShards(
      shards,
      ProfileStore,
      "profile",
      "profiles",
      "idLists",
      "types",
      "erase",
      "erasures",
      "outcome",
      "requests",
      "usage",
      "find",
      "count",
    ),
    shardOf: shards.of,
    away: Effect.sync(() =>
      shards.away().map(({ awaySince, place }) => ({ id: place.id, trouble: instantOf(awaySince()) })),
    ),
    accept: Effect.fn("ProfileStore.accept")(function* (requests, now, again) {
      const byShard = [...Map.groupBy(requests, (request) => shards.of(request))]
      const parts = yield* Effect.forEach(
        byShard,
        ([shard, some]) =>
          shards.run(shard, (stores) => Context.get(stores, ProfileStore).accept(some, now, again)),
        { concurrency: "unbounded" },
      )
      const acceptances = new Map(
        byShard.flatMap(([, some], at) =>
          some.map((request, index) => [request, parts[at]?.[index]] as const),
        ),
      )
      return requests.map((request): Acceptance => acceptances.get(request) ?? { accepted: false })
    }),
    forget: (before, limit, now) =>
      sumOver(shards, (stores) => Context.get(stores, ProfileStore).forget(before, limit, now)),
    forgetErasures: (before, limit) =>
      sumOver(shards, (stores) => Context.get(stores, ProfileStore).forgetErasures(before, limit)),
  })

const propertyStore = (shards: Shards) =>
  PropertyStore.of({
    ...inShards(shards, PropertyStore, "list", "find", "change", "warnings"),
    step: (limit, now) =>
      Effect.map(
        sumOver(shards, (stores) => Effect.map(Context.get(stores, PropertyStore).step(limit, now), Number)),
        (steps) => steps > 0,
      ),
    forgetWarnings: (before, limit) =>
      sumOver(shards, (stores) => Context.get(stores, PropertyStore).forgetWarnings(before, limit)),
  })

/**
 * The stores of profiles on Citus. A place has all its rows in one shard, so each of its transactions is on one node; and no
 * statement of theirs goes through the coordinator.
 */
export const layer = <E>(
  prepared: { readonly schema: string; readonly count: number },
  connect: NodeClient,
  stores: Layer.Layer<ShardStores, E, SqlClient.SqlClient>,
) =>
  Layer.effectContext(
    Effect.map(makeShards(prepared, connect, stores), (shards) =>
      Context.make(ProfileStore, profileStore(shards)).pipe(
        Context.add(PropertyStore, propertyStore(shards)),
        Context.add(
          CohortStore,
          CohortStore.of(inShards(shards, CohortStore, "insert", "list", "find", "remove")),
        ),
        Context.add(
          SnapshotStore,
          SnapshotStore.of(
            inShards(
              shards,
              SnapshotStore,
              "begin",
              "add",
              "finish",
              "list",
              "find",
              "members",
              "broken",
              "hide",
              "remove",
            ),
          ),
        ),
      ),
    ),
  )
