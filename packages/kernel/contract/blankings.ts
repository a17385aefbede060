/**
 * Every way in which fields of a thing can be blank: none of them, each one, all of them. A store that has kept a thing
 * and is then given a blanking of it must keep each field as it was.
 */
export const blankings = <A extends object>(blanks: A): ReadonlyArray<Partial<A>> =>
  Object.entries(blanks).reduce<ReadonlyArray<Partial<A>>>(
    (all, [field, blank]) => [...all, ...all.map((some) => ({ ...some, [field]: blank }))],
    [{}],
  )
