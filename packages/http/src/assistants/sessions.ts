import type { EpochMillis } from "@daybook/kernel"

/** The most sessions at once: a few assistants of one owner, each with some windows. */
export const maxSessions = 100

/** A session that has asked nothing for this long is ended. */
export const idleMillis = 3_600_000

/**
 * The sessions of protocols before July 2026, which the library keeps in memory until their client ends them, and
 * many never do. A client whose session was ended gets a 404 and starts another one, as the protocol prescribes.
 */
export class AssistantSessions {
  /** When each was used last, the longest ago first. */
  readonly #usedAt = new Map<string, EpochMillis>()

  use(id: string, now: EpochMillis): void {
    this.#usedAt.delete(id)
    this.#usedAt.set(id, now)
  }

  forget(id: string): void {
    this.#usedAt.delete(id)
  }

  /** Removes the sessions that are due: the idle ones, and the longest unused of too many. */
  takeDue(now: EpochMillis): ReadonlyArray<string> {
    const due: Array<string> = []
    for (const [id, usedAt] of this.#usedAt) {
      if (this.#usedAt.size <= maxSessions && now - usedAt < idleMillis) break
      this.#usedAt.delete(id)
      due.push(id)
    }
    return due
  }
}
