import { EpochMillis, InvalidInput } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type Condition, conditionsOf, type Filter } from "./filters.ts"
import type { Place } from "../model.ts"
import { ProfileStore } from "../ports.ts"
import { filterOf } from "./readFilter.ts"
import { readObject, unfit } from "../readJson.ts"
import { fitsInCharacters, isPlainText, maxCharacters } from "../values.ts"

/** The most saved cohorts of a place. */
export const maxCohorts = 1_000

/** The id of a saved cohort: a UUID. */
export const CohortId = Schema.String.pipe(Schema.brand("CohortId"))
export type CohortId = typeof CohortId.Type

/** A filter under a name. It is stored as it was sent, so that relative dates count from when it is used. */
export const SavedCohort = Schema.Struct({
  id: CohortId,
  name: Schema.String,
  filter: Schema.Json,
  createdAt: EpochMillis,
})
export type SavedCohort = typeof SavedCohort.Type

/** The store of saved cohorts. Storage failures are defects. */
export class CohortStore extends Context.Service<
  CohortStore,
  {
    /** False if the place has `maxCohorts`. */
    readonly insert: (place: Place, cohort: SavedCohort) => Effect.Effect<boolean>
    /** Oldest first. */
    readonly list: (place: Place) => Effect.Effect<ReadonlyArray<SavedCohort>>
    readonly find: (place: Place, id: CohortId) => Effect.Effect<Option.Option<SavedCohort>>
    /** False if there is none. */
    readonly remove: (place: Place, id: CohortId) => Effect.Effect<boolean>
  }
>()("daybook/profiles/CohortStore") {}

/** A condition, and whether it applies to a profile. */
export type Decided = Condition & { readonly holds: boolean }

/** The verdict of a filter on a profile, and the conditions that decide it. */
export interface Explained {
  readonly matches: boolean
  readonly decidedBy: ReadonlyArray<Decided>
}

/** Explains a filter by its conditions. If several reasons are sufficient, it names the first. */
export const explain = (filter: Filter, holds: (condition: Condition) => boolean): Explained => {
  if ("not" in filter) {
    const { decidedBy, matches } = explain(filter.not, holds)
    return { matches: !matches, decidedBy }
  }
  if ("op" in filter) {
    const is = holds(filter)
    return { matches: is, decidedBy: [{ ...filter, holds: is }] }
  }
  const isAll = "all" in filter
  const parts = (isAll ? filter.all : filter.any).map((one) => explain(one, holds))
  const enough = parts.find(({ matches }) => matches !== isAll)
  return enough ?? { matches: isAll, decidedBy: parts.flatMap(({ decidedBy }) => decidedBy) }
}

/** Reads the body of a new cohort: JSON `{name, filter}`. */
export const readNewCohort = (
  text: string,
  now: EpochMillis,
): Pick<SavedCohort, "name" | "filter"> | InvalidInput => {
  const body = readObject(text, ["name", "filter"])
  if (body instanceof InvalidInput) return body
  const { filter, name } = body
  if (typeof name !== "string" || name === "" || !fitsInCharacters(name) || !isPlainText(name)) {
    return unfit(
      "name",
      `must be a text of 1 to ${maxCharacters} characters, none of them a control character`,
    )
  }
  const read = filterOf(filter, now)
  // A filter that was read is JSON.
  return read instanceof InvalidInput ? read : { name, filter: filter as Schema.Json }
}

/** Makes the functions that save cohorts and say why a profile is in one. */
export const makeSavedCohorts = Effect.gen(function* () {
  const cohorts = yield* CohortStore
  const profiles = yield* ProfileStore

  /** Saves a cohort. None if the place has reached the limit. */
  const save = Effect.fn("SavedCohorts.save")(function* (
    place: Place,
    given: Pick<SavedCohort, "name" | "filter">,
  ) {
    const createdAt = yield* Clock.currentTimeMillis
    const cohort: SavedCohort = { ...given, id: CohortId.make(crypto.randomUUID()), createdAt }
    return (yield* cohorts.insert(place, cohort)) ? Option.some(cohort) : Option.none()
  })

  /** The filter of a saved cohort, as it counts now. */
  const filterNow = ({ filter }: SavedCohort) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const read = filterOf(filter, now)
      return read instanceof InvalidInput ? Effect.die(read) : Effect.succeed(read)
    })

  /** Returns whether a profile is in a cohort, and why. None if there is no such profile. */
  const explainProfile = Effect.fn("SavedCohorts.explain")(function* (
    place: Place,
    cohort: SavedCohort,
    distinctId: string,
  ) {
    const filter = yield* filterNow(cohort)
    const isAmong = (where: Filter) =>
      Effect.map(profiles.find(place, { where, ids: [distinctId], limit: 1 }), (found) => found.length > 0)
    if (!(yield* isAmong({ all: [] }))) return Option.none()
    const holding = new Set<Condition>()
    for (const condition of conditionsOf(filter)) if (yield* isAmong(condition)) holding.add(condition)
    return Option.some(explain(filter, (condition) => holding.has(condition)))
  })

  return { save, filterNow, explainProfile, list: cohorts.list, find: cohorts.find, remove: cohorts.remove }
})
