import type { Database } from "../sql/database.ts"

const recounts = new WeakMap<Database["Service"], Array<() => void>>()

/**
 * Recounts the rollups of an open store after a restore has written its rows through its connection. A store that is
 * opened later notices that nothing is counted.
 */
export const afterRestore = (database: Database["Service"], recount: () => void): void => {
  const known = recounts.get(database)
  if (known === undefined) recounts.set(database, [recount])
  else known.push(recount)
}

/** Counts everything of the stores that are open on a connection, in the order of opening. */
export const recountAll = (database: Database["Service"]): void => {
  for (const recount of recounts.get(database) ?? []) recount()
}
