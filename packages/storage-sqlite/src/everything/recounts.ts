import type { Database } from "../sql/database.ts"

const recounts = new WeakMap<Database["Service"], Array<() => void>>()

/**
 * Counts again what follows from the rows of an open store, when a restore has written these through its connection. A store
 * that is opened later finds by itself that nothing is counted.
 */
export const afterRestore = (database: Database["Service"], recount: () => void): void => {
  const known = recounts.get(database)
  if (known === undefined) recounts.set(database, [recount])
  else known.push(recount)
}

/** Counts everything of the stores that are open on a connection, in the order in which they were opened. */
export const recountAll = (database: Database["Service"]): void => {
  for (const recount of recounts.get(database) ?? []) recount()
}
