import {
  appliedChanges,
  type Erasing,
  type OfferedRequest,
  leastIdOf,
  type Place,
  ProfileStore,
  retryMillis,
  Unstorable,
} from "@daybook/profiles"
import { type EpochMillis, isStorableText, storageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import { mustFind } from "@daybook/storage-sql"
import { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { makeAccept } from "./accept.ts"
import { aliasesIn } from "./aliases.ts"
import { makeCohorts } from "./cohorts.ts"
import { countsIn } from "./counts.ts"
import { erasuresIn } from "./erasures.ts"
import { holdProfiles } from "./heldProfiles.ts"
import { migrateProfiles } from "./migrations.ts"
import { propertyTypesIn } from "./propertyTypes.ts"
import { requestsIn } from "./requests.ts"
import { profiles as table, readTexts } from "./rows.ts"

/** Whatever a request cannot be stored for is its own fault, but where the database cannot be used. */
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

/**
 * Profiles in SQLite. A request is applied in the transaction that accepts it: there is no inbox, and nothing ever waits to be
 * applied.
 */
export const layer = Layer.effect(
  ProfileStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql, transaction } = database
    yield* migrateProfiles
    const store = makeAccept(database)
    const aliases = aliasesIn(database)
    const types = propertyTypesIn(database)
    const { addTotals, usage } = countsIn(database)
    const erasures = erasuresIn(database)
    const inPlace = ({ version, workspace }: Place) => sql`workspace = ${workspace} and version = ${version}`
    const among = (values: ReadonlyArray<string>) => sql`(select value from json_each(${jsonList(values)}))`

    const accept = Effect.fn("ProfileStore.accept")(function* (
      requests: ReadonlyArray<OfferedRequest>,
      now: EpochMillis,
    ) {
      const stored = transaction(Effect.sync(() => store(requests, now)))
      const { acceptances, applied } = yield* Effect.catchDefect(stored, unstorable)
      yield* Metric.update(appliedChanges, applied)
      return acceptances
    })

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

    const profile = Effect.fn("ProfileStore.profile")((place: Place, distinctId: string) =>
      read(() =>
        Option.map(Option.fromUndefinedOr(findProfiles(place, [distinctId]).get(distinctId)), (found) => ({
          ...found,
          idList: aliases.idsTo(place, found.distinctId),
        })),
      ),
    )

    const erase = Effect.fn("ProfileStore.erase")(
      (place: Place, distinctId: string, erasing: Erasing, now: EpochMillis) =>
        transaction(
          Effect.sync(() => {
            // It is nobody's; SQLite would take half a surrogate pair for another sign.
            if (!isStorableText(distinctId)) return
            const own = aliases.leadsOf(place, [distinctId]).get(distinctId) ?? distinctId
            const others = aliases.idsTo(place, own)
            const profiles = holdProfiles(database, place, [own])
            if (profiles.get(own) === undefined && others.length === 0) return
            profiles.put(own, undefined)
            addTotals(
              place,
              profiles.write((name) => mustFind(types.find(place, name), "property", name)),
            )
            aliases.release(place, own)
            erasures.note(place, distinctId, [own, ...others], erasing, now)
          }),
        ),
    )

    const findUnknown = Effect.fn("ProfileStore.findUnknown")(
      (place: Place, distinctIds: ReadonlyArray<string>, names: ReadonlyArray<string>) =>
        read(() => {
          const here = inPlace(place)
          const ids = new Set(
            readTexts(
              all(sql`select distinct_id from profiles where ${here} and distinct_id in ${among(distinctIds)}
                union all
                select distinct_id from profile_aliases where ${here} and distinct_id in ${among(distinctIds)}`),
            ),
          )
          const typed = new Set(
            readTexts(all(sql`select name from property_types where ${here} and name in ${among(names)}`)),
          )
          return {
            profiles: distinctIds.filter((id) => !ids.has(id)),
            properties: names.filter((name) => !typed.has(name)),
          }
        }),
    )

    const findRetries = Effect.fn("ProfileStore.findRetries")(
      (place: Place, keys: ReadonlyArray<string>, now: EpochMillis) =>
        read(() =>
          readTexts(
            all(sql`select key from profile_retries where ${inPlace(place)} and key in ${among(keys)}
              and accepted_at > ${now - retryMillis}`),
          ),
        ),
    )

    const forget = Effect.fn("ProfileStore.forget")((before: EpochMillis, limit: number, now: EpochMillis) =>
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

    return ProfileStore.of({
      laneOf: () => 0,
      partOf: () => 0,
      away: Effect.succeed([]),
      accept,
      apply: () => Effect.succeed(0),
      oldestWaiting: Effect.succeedNone,
      countWaiting: Effect.succeed(0),
      profile,
      profiles: (place, distinctIds) => read(() => findProfiles(place, distinctIds)),
      erase,
      erasures: erasures.list,
      forgetErasures: erasures.forget,
      ...requestsIn(database),
      usage,
      findUnknown,
      findRetries,
      ...makeCohorts(database),
      forget,
    })
  }),
)
