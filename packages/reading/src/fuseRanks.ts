/** The damping of places far down a list (Cormack, Clarke and Büttcher 2009: Reciprocal Rank Fusion). */
const damping = 60

/** A search result with its score: higher is better. */
export interface Scored<Id> {
  readonly id: Id
  readonly score: number
}

/**
 * Fuses rankings of the same things into one, best first: each place in a list counts 1 / (60 + place). Ties go to
 * the higher id. The order of the lists does not matter.
 */
export const fuseRanks = <Id extends number>(
  lists: ReadonlyArray<ReadonlyArray<Id>>,
): ReadonlyArray<Scored<Id>> => {
  const places = new Map<Id, Array<number>>()
  for (const list of lists) {
    for (const [index, id] of list.entries()) {
      const known = places.get(id)
      if (known === undefined) places.set(id, [index + 1])
      else known.push(index + 1)
    }
  }
  return Array.from(places, ([id, at]) => ({
    id,
    // Summed from the best place on, so that rounding cannot depend on the order of the lists.
    score: at.toSorted((a, b) => a - b).reduce((sum, place) => sum + 1 / (damping + place), 0),
  })).sort((a, b) => b.score - a.score || b.id - a.id)
}
