/** A value as JSON that is the same whatever the order of its members: they are sorted by name. */
export const canonical = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`
}

/** An instant in ISO 8601, in UTC. An instant more exact than a millisecond keeps its digits. */
export const isoInstant = (value: number | string): string => {
  if (typeof value === "string" && /\.\d{4,}/.test(value)) return value.replace(/\+00:00$/, "Z")
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? String(value) : date.toISOString()
}
