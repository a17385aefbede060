/** The damping of places far down a list (Cormack, Clarke and Büttcher 2009: Reciprocal Rank Fusion). */
const damping = 60

/** The part of a score that a place in a ranking gives. */
const partOf = (place: number) => 1 / (damping + place)

/**
 * Fuses rankings of the same things into one, best first: each place counts 1 / (60 + place), from 1. Ties go to the
 * earlier ranking, then to the better place there: a total order.
 */
export const fuseRankings = <Item, Key extends number | string>(
  rankings: ReadonlyArray<ReadonlyArray<Item>>,
  keyOf: (item: Item) => Key,
): ReadonlyArray<{ readonly item: Item; readonly score: number }> => {
  const found = new Map<Key, { readonly item: Item; readonly places: Array<number> }>()
  // A map keeps the order in which keys come: the order of equal scores.
  for (const ranking of rankings) {
    for (const [at, item] of ranking.entries()) {
      const key = keyOf(item)
      const known = found.get(key)
      if (known === undefined) found.set(key, { item, places: [at + 1] })
      else known.places.push(at + 1)
    }
  }
  return Array.from(found.values(), ({ item, places }) => ({
    item,
    // Summed from the best place on, so that rounding cannot depend on the order of the rankings.
    score: places.sort((one, other) => one - other).reduce((sum, place) => sum + partOf(place), 0),
  })).sort((one, other) => other.score - one.score)
}
