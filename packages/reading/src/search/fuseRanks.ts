import { fuseRankings } from "@daybook/kernel"

/** A search result with its score: higher is better. */
export interface Scored<Id> {
  readonly id: Id
  readonly score: number
}

/** Fuses rankings of ids by `fuseRankings`. Ties go to the higher id, so that the order of the lists does not matter. */
export const fuseRanks = <Id extends number>(
  lists: ReadonlyArray<ReadonlyArray<Id>>,
): ReadonlyArray<Scored<Id>> =>
  fuseRankings(lists, (id) => id)
    .map(({ item, score }) => ({ id: item, score }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
