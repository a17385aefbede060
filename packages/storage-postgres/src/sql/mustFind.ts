const shown = (key: unknown) => JSON.stringify(key)?.slice(0, 200)

/**
 * The value that a lookup cannot miss: of a row just written, of a name just looked up. A miss is a defect and dies here
 * with its key, before it becomes a row under the number 0. Text that comes back from the database as other text misses.
 */
export const mustFind = <A>(found: A | undefined, name: string, key: unknown): A => {
  if (found === undefined) throw new Error(`no ${name} for ${shown(key)}, which was just written or read`)
  return found
}
