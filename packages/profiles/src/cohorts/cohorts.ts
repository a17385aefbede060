import type { Filter } from "./filters.ts"
import type { PropertyType, PropertyValue } from "../model.ts"
import { convertValue } from "../properties.ts"

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

/** The end of a page by a property of this type. Its type may have changed since: a value that cannot be converted is gone. */
export const pageEndIn = (after: PageEnd | undefined, type: PropertyType | undefined): PageEnd | undefined =>
  after?.value === undefined || type === undefined
    ? after
    : { ...after, value: convertValue(after.value, type) }

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
