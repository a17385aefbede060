import { Names } from "./names.ts"

/** An import brings plays in thousands at once. A sync brings few, and need keep nothing for the next. */
const largeBatch = 1_000

/** About 30 MB. */
const maxNames = 200_000

/**
 * Names with their ids, kept from one large batch to the next. They serve only the batch that raises the domain's version
 * by one: so no filter has hidden any since, no database that has lost the last batch gives their ids to others, and a
 * transaction that failed leaves nothing.
 */
export class NameCache {
  #names = new Names()
  #version = -1

  /** The names for the batch that has raised the version to this. They are gone until they are stored again. */
  take(version: number): Names {
    const names = version === this.#version + 1 ? this.#names : new Names()
    this.#forget()
    return names
  }

  /** Keeps the names of a batch of this many plays, once its transaction is committed. */
  keep(names: Names, version: number, plays: number): void {
    if (plays < largeBatch || names.size > maxNames) return
    this.#names = names
    this.#version = version
  }

  #forget(): void {
    this.#names = new Names()
    this.#version = -1
  }
}
