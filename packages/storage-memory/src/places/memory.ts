import { type CheckIn, repeatedVisits } from "@daybook/places"

/** The check-ins in memory, by their ids. */
export class PlacesMemory {
  readonly stored = new Map<string, CheckIn>()
  /** Those that were removed by hand: they stay, so that no other telling of the visit takes their place. */
  readonly #removed = new Set<string>()
  #counted: ReadonlyArray<CheckIn> | undefined

  put(checkIn: CheckIn): void {
    this.stored.set(checkIn.id, checkIn)
    this.#removed.delete(checkIn.id)
    this.#counted = undefined
  }

  remove(id: string, gone: boolean): void {
    if (gone) this.stored.delete(id)
    else if (this.stored.has(id)) this.#removed.add(id)
    this.#counted = undefined
  }

  /** The check-in of an id, unless it was removed by hand. */
  shown(id: string): CheckIn | undefined {
    return this.#removed.has(id) ? undefined : this.stored.get(id)
  }

  /** All that were not removed by hand. */
  all(): ReadonlyArray<CheckIn> {
    return [...this.stored.values()].filter(({ id }) => !this.#removed.has(id))
  }

  /** The check-ins that count. */
  readonly counted = (): ReadonlyArray<CheckIn> => {
    if (this.#counted === undefined) {
      const repeated = repeatedVisits([...this.stored.values()])
      this.#counted = this.all().filter(({ id }) => !repeated.has(id))
    }
    return this.#counted
  }
}
