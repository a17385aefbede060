import * as Struct from "effect/Struct"

/** The direction of a list: ascending or descending. */
export type SortOrder = "asc" | "desc"

/** The sorts of a list, each with its default order. The first is the default. */
export type Sorts<Sort extends string = string> = Readonly<Record<Sort, SortOrder>>

/** A sort and its order. */
export interface Sorting<Sort extends string> {
  readonly sort: Sort
  readonly order: SortOrder
}

/** The requested sort and order: either may be missing. */
export type RequestedSort<Sort extends string> = {
  readonly [Part in keyof Sorting<Sort>]?: Sorting<Sort>[Part] | undefined
}

/** The names of some sorts, the default first. */
export const sortNames = <Sort extends string>(sorts: Sorts<Sort>) =>
  // The type of a record does not show that it has a field.
  Struct.keys(sorts) as [Sort, ...Array<Sort>]

/** The requested sort and order, else the default sort, and the sort's own order. */
export const sortOf = <Sort extends string>(
  sorts: Sorts<Sort>,
  asked: RequestedSort<NoInfer<Sort>>,
): Sorting<Sort> => {
  const { sort = sortNames(sorts)[0] } = asked
  return { sort, order: asked.order ?? sorts[sort] }
}

/** One step of an order: a field, in one direction. */
export interface OrderStep<Field extends string> {
  readonly by: Field
  readonly order: SortOrder
}
