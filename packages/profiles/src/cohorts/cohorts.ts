import type { Filter } from "./filters.ts"
import type { PropertyValue } from "../model.ts"

/**
 * The order of profiles: by a property's value, and by distinct id among equal ones. Profiles without a value come last, and so
 * do all by a list, which has no order.
 */
export interface Sort {
  readonly name: string
  readonly descending: boolean
}

/** The last profile of the page before. */
export interface PageEnd {
  readonly distinctId: string
  /** Its value of the property that sorts; undefined if it has none. */
  readonly value?: PropertyValue | undefined
}

/** The profiles to find: those that match the filter. */
export interface Cohort {
  readonly where: Filter
  /** Only profiles that one of these ids resolves to. */
  readonly ids?: ReadonlyArray<string> | undefined
  /** By distinct id if there is none. */
  readonly sort?: Sort | undefined
  readonly after?: PageEnd | undefined
  readonly limit: number
}
