/** The last of several items with the same key, if a batch has one more than once. */
export const dedupeByKey = <A, Key>(items: ReadonlyArray<A>, keyOf: (item: A) => Key): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]
