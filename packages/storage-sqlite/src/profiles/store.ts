import {
  erasedInPlace,
  type Erasing,
  type OfferedRequest,
  leastIdOf,
  type Place,
  ProfileStore,
  retryMillis,
  Unstorable,
} from "@daybook/profiles"
import { type EpochMillis, isStorableText, storageUnavailable } from "@daybook/kernel"
import { leaveSnapshots } from "@daybook/storage-sql/profiles"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { DatabaseUnusable } from "../errors.ts"
import { Database } from "../sql/database.ts"
import { sqlOf } from "../sql/sql.ts"
import { jsonList } from "../sql/table.ts"
import { makeAccept } from "./accept.ts"
import { aliasesIn } from "./aliases.ts"
import { makeCohorts } from "./cohorts.ts"
import { countsIn } from "./counts.ts"
import { erasuresIn } from "./erasures.ts"
import { migrateProfiles } from "./migrations.ts"
import { profileRowsIn } from "./profileRows.ts"
import { propertyTypesIn } from "./propertyTypes.ts"
import { requestsIn } from "./requests.ts"
import { profiles as table } from "./rows.ts"
import { writeProfilesIn } from "./writeProfiles.ts"

/** Whatever a request cannot be stored for is its own fault, unless the database cannot be used. */
const unstorable = (defect: unknown): Effect.Effect<never, Unstorable> =>
  storageUnavailable(Cause.die(defect)) === undefined
    ? Effect.fail(
        Object.assign(
          new Unstorable({ message: defect instanceof Error ? defect.message : String(defect) }),
          {
            cause: defect,
          },
        ),
      )
    : Effect.die(defect)

/** The rows of profiles. `ProfileStore` calls the functions that its callers pass. */
export class ProfileRows extends Context.Service<
  ProfileRows,
  Omit<ProfileStore["Service"], "erase"> & {
    /** The ids that lead to the profile of an id, its own first; none if there is nothing to erase. */
    readonly idsToErase: (place: Place, distinctId: string) => Effect.Effect<ReadonlyArray<string>>
    /** Erases the profile of an id. False, and nothing is erased, where an id without a hash leads there by now. */
    readonly erase: (
      place: Place,
      distinctId: string,
      hashes: ReadonlyMap<string, string>,
      by: Omit<Erasing, "hashOf">,
      now: EpochMillis,
    ) => Effect.Effect<boolean>
  }
>()("daybook/storage-sqlite/ProfileRows") {}

/** Profiles on their rows. */
export const onRows = ({ idsToErase, ...rows }: ProfileRows["Service"]): ProfileStore["Service"] => ({
  ...rows,
  erase: Effect.fnUntraced(function* (place, distinctId, { hashOf, ...by }, now) {
    for (let isErased = false; !isErased;) {
      const ids = yield* idsToErase(place, distinctId)
      isErased = yield* rows.erase(place, distinctId, new Map(ids.map((id) => [id, hashOf(id)])), by, now)
    }
  }),
})

const conditionsIn = ({ sql }: Database["Service"]) => ({
  inPlace: ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`,
  among: (values: ReadonlyArray<string>) => sql`(select value from json_each(${jsonList(values)}))`,
})

/** Finds profiles by ids that resolve to them. */
const findingIn = (database: Database["Service"]) => {
  const { all, sql } = database
  const { among, inPlace } = conditionsIn(database)
  const aliases = aliasesIn(database)

  const findProfiles = (place: Place, distinctIds: ReadonlyArray<string>) => {
    const leads = aliases.leadsOf(place, distinctIds)
    const own = distinctIds.map((id) => leads.get(id) ?? id)
    const stored = table.read(
      all(sql`select ${table.columns} from profiles
        where ${inPlace(place)} and distinct_id in ${among([...new Set(own)])}`),
    )
    const found = new Map(stored.map((profile) => [profile.distinctId, profile]))
    return new Map(
      distinctIds.flatMap((id, index) => {
        const profile = found.get(own[index] ?? id)
        return profile === undefined ? [] : [[id, profile]]
      }),
    )
  }

  const idsOf = (place: Place, distinctId: string): ReadonlyArray<string> => {
    // It belongs to no one; SQLite would take half a surrogate pair for another sign.
    if (!isStorableText(distinctId)) return []
    const own = aliases.leadsOf(place, [distinctId]).get(distinctId) ?? distinctId
    const others = aliases.idsTo(place, own)
    return others.length === 0 && findProfiles(place, [own]).size === 0 ? [] : [own, ...others]
  }

  return { findProfiles, idsOf }
}

/** Makes the function that forgets outcomes and idempotency keys. */
const forgettingIn = ({ all, sql, transaction }: Database["Service"]) =>
  Effect.fn("ProfileStore.forget")((before: EpochMillis, limit: number, now: EpochMillis) =>
    transaction(
      Effect.sync(() => {
        const outcomes =
          all(sql`delete from profile_requests where number in (select number from profile_requests
          where request_id < ${leastIdOf(before)} order by request_id limit ${limit}) returning number`)
        const retries = all(sql`delete from profile_retries
          where (workspace, version, key) in (select workspace, version, key from profile_retries
            where accepted_at <= ${now - retryMillis} order by accepted_at limit ${limit}) returning key`)
        return outcomes.length + retries.length
      }),
    ),
  )

/** Profiles in SQLite. A request is applied in the transaction that accepts it. */
const layerRows = Layer.effect(
  ProfileRows,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql, transaction } = database
    yield* migrateProfiles
    const store = makeAccept(database)
    const aliases = aliasesIn(database)
    const types = propertyTypesIn(database)
    const { findProfiles, idsOf } = findingIn(database)
    const counts = countsIn(database)
    const rows = profileRowsIn(database)
    const write = writeProfilesIn(database)
    const erasures = erasuresIn(database)
    const shared = sqlOf(database)
    const { among, inPlace } = conditionsIn(database)

    const accept = Effect.fn("ProfileStore.accept")(
      (requests: ReadonlyArray<OfferedRequest>, now: EpochMillis, again = false) =>
        Effect.catchDefect(transaction(Effect.sync(() => store(requests, now, again))), unstorable),
    )

    const profile = Effect.fn("ProfileStore.profile")((place: Place, distinctId: string) =>
      read(() =>
        Option.map(Option.fromUndefinedOr(findProfiles(place, [distinctId]).get(distinctId)), (found) => ({
          ...found,
          idList: aliases.idsTo(place, found.distinctId),
        })),
      ),
    )

    const erase: ProfileRows["Service"]["erase"] = Effect.fn("ProfileStore.erase")(
      (place, distinctId, hashes, by, now) =>
        transaction(
          Effect.sync(() => {
            const ids = idsOf(place, distinctId)
            const [own] = ids
            all(sql`update profile_warnings set distinct_id = null, example = null
              where ${inPlace(place)} and distinct_id in ${among(own === undefined ? [distinctId] : ids)}`)
            if (own === undefined) return true
            if (!ids.every((id) => hashes.has(id))) return false
            const before = rows.read(place, [own]).get(own)?.properties
            if (before !== undefined) write(place, erasedInPlace(own, before), types.changing(place), now)
            aliases.release(place, own)
            all(leaveSnapshots(shared, place, ids))
            erasures.note(place, distinctId, ids, hashes, by, now)
            return true
          }),
        ),
    )

    return ProfileRows.of({
      away: Effect.succeed([]),
      shardOf: () => 0,
      accept,
      profile,
      profiles: (place, distinctIds) => read(() => findProfiles(place, distinctIds)),
      idLists: (place, distinctIds) => read(() => aliases.idLists(place, distinctIds)),
      types: (place) => read(() => types.all(place)),
      idsToErase: (place, distinctId) => read(() => idsOf(place, distinctId)),
      erase,
      erasures: erasures.list,
      forgetErasures: erasures.forget,
      ...requestsIn(database),
      usage: (place, since) => read(() => counts.read(place, since)),
      ...makeCohorts(database),
      forget: forgettingIn(database),
    })
  }),
)

/** The stores of profiles, and their rows. */
export const layer: Layer.Layer<ProfileStore, DatabaseUnusable, Database> = Layer.provideMerge(
  Layer.effect(ProfileStore, Effect.map(ProfileRows, onRows)),
  layerRows,
)
