/**
 * Every way in which fields of a thing can be blank: with none of them, with each, with all. Whoever stores a thing and
 * then a blanking of it must find each field as it was.
 */
export const blankings = <A extends object>(blanks: A): ReadonlyArray<Partial<A>> =>
  Object.entries(blanks).reduce<ReadonlyArray<Partial<A>>>(
    (all, [field, blank]) => [...all, ...all.map((some) => ({ ...some, [field]: blank }))],
    [{}],
  )
