const shown = (key: unknown) => JSON.stringify(key)?.slice(0, 200)

/**
 * The value of a lookup that cannot miss, such as the id of a row just written. A miss is a defect and dies here with its
 * key, before it becomes a row with the id 0. A text that the database changes would miss.
 */
export const mustFind = <A>(found: A | undefined, name: string, key: unknown): A => {
  if (found === undefined) throw new Error(`no ${name} for ${shown(key)}, which was just written or read`)
  return found
}
