import {
  type Acceptance,
  applyInPlace,
  dayInUtc,
  firstDayOfMonth,
  hasQuota,
  type HeldPlace,
  idsOf,
  mergeOf,
  type OfferedRequest,
  type Place,
  usedOf,
} from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import type { Database } from "../sql/database.ts"
import { takeId } from "../sql/nextId.ts"
import { jsonList } from "../sql/table.ts"
import { aliasesIn } from "./aliases.ts"
import { countsIn } from "./counts.ts"
import { profileRowsIn } from "./profileRows.ts"
import { propertyTypesIn } from "./propertyTypes.ts"
import { writeProfilesIn } from "./writeProfiles.ts"
import { readIds, requests as requestTable, retries, type StoredRequest } from "./rows.ts"

/** Makes the function that reads what a place has stored for requests. */
const holdingIn = (database: Database["Service"]) => {
  const { all, sql } = database
  const aliases = aliasesIn(database)
  const counts = countsIn(database)
  const profiles = profileRowsIn(database)
  const types = propertyTypesIn(database)

  const storedRetries = ({ version, workspace }: Place, keys: ReadonlyArray<string>) =>
    keys.length === 0
      ? []
      : retries.read(
          all(sql`select ${retries.columns} from profile_retries where workspace = ${workspace}
            and version = ${version} and key in (select value from json_each(${jsonList(keys)}))`),
        )

  const storedAmong = (requests: ReadonlyArray<OfferedRequest>) =>
    readIds(
      all(sql`select request_id from profile_requests where request_id in
        (select value from json_each(${jsonList(requests.map(({ requestId }) => requestId))}))`),
    )

  /** Reads a place's profiles and properties that requests name. */
  const hold = (place: Place, requests: ReadonlyArray<OfferedRequest>, now: EpochMillis, again: boolean) => {
    const changes = requests.flatMap((request) => request.changes)
    const ids = new Set(changes.flatMap(idsOf))
    const leads = aliases.leadsOf(place, ids)
    const leadOf = (id: string) => leads.get(id) ?? id
    const merging = new Set(
      changes
        .filter((one) => mergeOf(one) !== undefined)
        .flatMap(idsOf)
        .map(leadOf),
    )
    const known = types.known(place)
    for (const { actions } of changes)
      for (const action of actions) if ("type" in action) known.find(action.name)
    const keys = requests.flatMap(({ idempotency }) => idempotency?.key ?? [])
    const isLimited = requests.some(({ limits }) => hasQuota(limits))
    const held: HeldPlace = {
      leads,
      profiles: profiles.read(place, new Set(Array.from(ids, leadOf))),
      types: known.types(),
      changing: types.changing(place),
      retries: new Map(storedRetries(place, keys).map((retry) => [retry.key, retry])),
      idsTo: new Map(Array.from(merging, (id) => [id, aliases.countTo(place, id)])),
      used: isLimited
        ? usedOf(counts.read(place, firstDayOfMonth(now)), now)
        : { requests: 0, profiles: 0, properties: 0, bytes: 0 },
      stored: new Set(again ? storedAmong(requests) : []),
    }
    return { held, known }
  }

  return hold
}

/** Makes the function that applies requests and stores their changes, within a transaction; see `ProfileStore.accept`. */
export const makeAccept = (database: Database["Service"]) => {
  const { many } = database
  const hold = holdingIn(database)
  const aliases = aliasesIn(database)
  const counts = countsIn(database)
  const write = writeProfilesIn(database)

  return (
    offered: ReadonlyArray<OfferedRequest>,
    now: EpochMillis,
    again: boolean,
  ): ReadonlyArray<Acceptance> => {
    const acceptances = new Map<OfferedRequest, Acceptance>()
    const outcomes = new Map<OfferedRequest, StoredRequest["changes"]>()
    for (const requests of Map.groupBy(
      offered,
      ({ version, workspace }) => `${version} ${workspace}`,
    ).values()) {
      const { version, workspace } = mustFind(requests[0], "request", offered)
      const place = { workspace, version }
      const { held, known } = hold(place, requests, now, again)
      const changes = applyInPlace(held, requests, now)
      for (const [name, type] of changes.types) known.add(name, type)
      for (const [source, target] of changes.leads) aliases.lead(place, source, target)
      write(place, changes, held.changing, now, known.get)
      many(
        retries.insert(
          changes.retries.map((retry) => ({ ...place, ...retry })),
          retries.replace("workspace", "version", "key"),
        ),
      )
      counts.addRequests(place, dayInUtc(now), changes.requests)
      for (const [index, request] of requests.entries())
        acceptances.set(request, mustFind(changes.acceptances[index], "acceptance", request.requestId))
      for (const one of changes.applied) outcomes.set(one.request, one.outcomes)
    }
    const stored = offered.flatMap((request) => {
      const changes = outcomes.get(request)
      return changes === undefined ? [] : [{ ...request, changes }]
    })
    const numbers = stored.reduce((sum, { changes }) => sum + changes.length, 0)
    let number = numbers === 0 ? 0 : takeId(database, "profile_requests", numbers) - numbers + 1
    const rows = stored.map((request): StoredRequest => {
      const row = { ...request, number }
      number += request.changes.length
      return row
    })
    many(requestTable.insert(rows))
    return offered.map((request) => mustFind(acceptances.get(request), "acceptance", request.requestId))
  }
}
