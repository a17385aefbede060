import {
  CohortId,
  isDistinctId,
  makeSavedCohorts,
  makeSnapshots,
  maxCohorts,
  ProfileStore,
  readNewCohort,
} from "@daybook/profiles"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { queryOf } from "../middleware/routing/target.ts"
import { failure, json, noContent } from "./responses.ts"
import { type Entered, fit, type Route } from "./entered.ts"
import type { makeReadBody } from "./requests/readBody.ts"
import { readCohort } from "./requests/readCohort.ts"
import { refuse } from "./refusals.ts"
import { cohortAnswer, MembershipAnswer, SavedCohortAnswer, SavedCohortsAnswer } from "./replies.ts"

export const noCohort = failure(404, "There is no cohort with this id")

const tooMany = refuse(
  "quota_cohorts",
  403,
  `There are ${maxCohorts.toLocaleString("en")} cohorts, which is the most: delete one first`,
)

/** Makes the routes of saved cohorts. */
export const makeCohortRoutes = Effect.fnUntraced(function* (readBody: ReturnType<typeof makeReadBody>) {
  const cohorts = yield* makeSavedCohorts
  const store = yield* ProfileStore
  const snapshots = yield* makeSnapshots

  const save = Effect.fnUntraced(function* ({ at, request }: Entered) {
    const { text } = yield* readBody(request)
    const saved = yield* cohorts.save(at, yield* fit(readNewCohort(text, yield* Clock.currentTimeMillis)))
    if (Option.isNone(saved)) return yield* Effect.fail(tooMany)
    return json(JSON.stringify(SavedCohortAnswer.of(saved.value)), 201)
  })

  const list = ({ at }: Entered) =>
    Effect.map(cohorts.list(at), (data) => json(JSON.stringify(SavedCohortsAnswer.of({ data }))))

  const found = ({ at, params }: Entered) => cohorts.find(at, CohortId.make(params["id"] ?? ""))

  const get = (entered: Entered) =>
    Effect.map(
      found(entered),
      Option.match({
        onNone: () => noCohort,
        onSome: (cohort) => json(JSON.stringify(SavedCohortAnswer.of(cohort))),
      }),
    )

  const remove = Effect.fnUntraced(function* ({ at, params }: Entered) {
    const id = CohortId.make(params["id"] ?? "")
    const removeSnapshots = Effect.gen(function* () {
      for (const snapshot of yield* snapshots.list(at, id)) yield* snapshots.remove(at, snapshot.id)
    })
    // Snapshots first: interrupted, the cohort is there to be deleted again, with the rest of them.
    yield* removeSnapshots
    const isRemoved = yield* cohorts.remove(at, id)
    // Some may have been completed meanwhile; later ones find no cohort.
    yield* removeSnapshots
    return isRemoved ? noContent : noCohort
  })

  const profiles = Effect.fnUntraced(function* (entered: Entered) {
    const query = queryOf(entered.request.url)
    query.delete("filter")
    const asked = yield* fit(readCohort(query, yield* Clock.currentTimeMillis))
    const cohort = yield* found(entered)
    if (Option.isNone(cohort)) return noCohort
    const where = yield* cohorts.filterNow(cohort.value)
    const page = yield* store.find(entered.at, { ...asked, where, limit: asked.limit + 1 })
    return json(JSON.stringify(cohortAnswer(page, asked)))
  })

  const membership = Effect.fnUntraced(function* (entered: Entered) {
    const cohort = yield* found(entered)
    if (Option.isNone(cohort)) return noCohort
    const distinctId = entered.params["distinct_id"]
    const explained = isDistinctId(distinctId)
      ? yield* cohorts.explainProfile(entered.at, cohort.value, distinctId)
      : Option.none()
    return Option.isNone(explained) || distinctId === undefined
      ? failure(404, "There is no profile with this distinct ID")
      : json(JSON.stringify(MembershipAnswer.of({ distinctId, ...explained.value })))
  })

  const all = "/v1/:wsid/:version/cohorts"
  const routes: ReadonlyArray<Route> = [
    ["POST", all, save],
    ["GET", all, list],
    ["GET", `${all}/:id`, get],
    ["DELETE", `${all}/:id`, remove],
    ["GET", `${all}/:id/profiles`, profiles],
    ["GET", `${all}/:id/profiles/:distinct_id`, membership],
  ]
  return routes
})
