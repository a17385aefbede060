import { type Erasing, type Erasure, type ErasuresAsked, pageOfErasures } from "@daybook/profiles"
import type { EpochMillis } from "@daybook/kernel"

interface StoredErasure {
  readonly place: string
  readonly hashes: ReadonlySet<string>
  readonly erasure: Erasure
}

/** The log of erasures, in memory. */
export const makeErasures = () => {
  let log: Array<StoredErasure> = []
  let last = 0
  return {
    /** Notes the erasure of a profile with these ids, of which the request named one. */
    note: (
      place: string,
      named: string,
      ids: ReadonlyArray<string>,
      { hashOf, ...by }: Erasing,
      erasedAt: EpochMillis,
    ): void => {
      last += 1
      const erasure = { ...by, number: last, erasedAt, idHash: hashOf(named), ids: ids.length }
      log.push({ place, hashes: new Set(ids.map(hashOf)), erasure })
    },
    list: (place: string, { after = 0, idHash, limit }: ErasuresAsked) => {
      const found = log.filter(
        (one) =>
          one.place === place &&
          one.erasure.number > after &&
          (idHash === undefined || one.hashes.has(idHash)),
      )
      return pageOfErasures(
        found.map(({ erasure }) => erasure),
        limit,
      )
    },
    forget: (before: EpochMillis, limit: number): number => {
      const old = new Set(log.filter(({ erasure }) => erasure.erasedAt < before).slice(0, limit))
      log = log.filter((one) => !old.has(one))
      return old.size
    },
  }
}
