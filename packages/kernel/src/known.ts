/** Whether a field says anything: a text that is empty, a number that is 0 and nothing at all are what nobody knows. */
export const isKnown = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && value !== 0

/**
 * A thing as it is told now, over what was known of it. What is unknown never replaces what is known: a field that says
 * nothing leaves the one before. In SQL this is `overKnown` of `storage-postgres`.
 */
export const overKnown = <A extends object>(known: A, told: A): A => {
  const merged = { ...told }
  for (const key in known) if (!isKnown(told[key])) merged[key] = isKnown(known[key]) ? known[key] : told[key]
  return merged
}
