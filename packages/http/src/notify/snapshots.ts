import {
  CohortId,
  isDistinctId,
  makeSavedCohorts,
  makeSnapshots,
  maxMembers,
  maxSnapshots,
  type NotTaken,
  SnapshotId,
} from "@daybook/profiles"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Option from "effect/Option"
import { queryOf } from "../middleware/routing/target.ts"
import { failure, json, noContent } from "./responses.ts"
import { type Entered, fit, type Route } from "./entered.ts"
import { readCohort } from "./requests/readCohort.ts"
import { type Refusal, refuse } from "./refusals.ts"
import { CohortAnswer, shownOf } from "./replies.ts"
import { noCohort } from "./savedCohorts.ts"
import { SnapshotAnswer, SnapshotsAnswer } from "./snapshotsGroup.ts"

const noSnapshot = failure(404, "There is no snapshot with this id")

const refusals: Readonly<Record<NotTaken, Refusal>> = {
  snapshots: refuse(
    "quota_cohorts",
    403,
    `There are ${maxSnapshots} snapshots, which is the most: delete one first`,
  ),
  members: refuse(
    "quota_cohorts",
    403,
    `A snapshot has at most ${maxMembers.toLocaleString("en")} profiles: save a cohort of fewer`,
  ),
}

/** Makes the routes of snapshots of cohorts. */
export const makeSnapshotRoutes = Effect.gen(function* () {
  const cohorts = yield* makeSavedCohorts
  const snapshots = yield* makeSnapshots

  const cohortOf = ({ params }: Entered) => CohortId.make(params["id"] ?? "")
  const found = (entered: Entered) =>
    snapshots.find(entered.at, cohortOf(entered), SnapshotId.make(entered.params["snapshot"] ?? ""))

  const take = Effect.fnUntraced(function* (entered: Entered) {
    const cohort = yield* cohorts.find(entered.at, cohortOf(entered))
    if (Option.isNone(cohort)) return noCohort
    const where = yield* cohorts.filterNow(cohort.value)
    const taken = yield* snapshots.take(entered.at, cohort.value.id, where)
    if (typeof taken === "string") return yield* Effect.fail(refusals[taken])
    if (Option.isNone(yield* cohorts.find(entered.at, cohort.value.id))) {
      yield* snapshots.remove(entered.at, taken.id)
      return noCohort
    }
    return json(JSON.stringify(SnapshotAnswer.of(taken)), 201)
  })

  const list = Effect.fnUntraced(function* (entered: Entered) {
    const cohort = yield* cohorts.find(entered.at, cohortOf(entered))
    if (Option.isNone(cohort)) return noCohort
    const data = yield* snapshots.list(entered.at, cohort.value.id)
    return json(JSON.stringify(SnapshotsAnswer.of({ data })))
  })

  const profiles = Effect.fnUntraced(function* (entered: Entered) {
    const query = queryOf(entered.request.url)
    for (const name of ["filter", "ids", "sort"]) query.delete(name)
    const { after, fields, limit } = yield* fit(readCohort(query, yield* Clock.currentTimeMillis))
    const snapshot = yield* found(entered)
    if (Option.isNone(snapshot)) return noSnapshot
    const page = yield* snapshots.page(entered.at, snapshot.value.id, after?.distinctId, limit)
    const data = page.profiles.map((profile) => ({
      ...profile,
      properties: shownOf(profile.properties, fields),
    }))
    const nextCursor = isDistinctId(page.next) ? Base64Url.encode(page.next) : null
    return json(JSON.stringify(CohortAnswer.of({ data, nextCursor })))
  })

  const remove = Effect.fnUntraced(function* (entered: Entered) {
    const snapshot = yield* found(entered)
    if (Option.isNone(snapshot)) return noSnapshot
    yield* snapshots.remove(entered.at, snapshot.value.id)
    return noContent
  })

  const all = "/v1/:wsid/:version/cohorts/:id/snapshots"
  const routes: ReadonlyArray<Route> = [
    ["POST", all, take],
    ["GET", all, list],
    ["GET", `${all}/:snapshot/profiles`, profiles],
    ["DELETE", `${all}/:snapshot`, remove],
  ]
  return routes
})
