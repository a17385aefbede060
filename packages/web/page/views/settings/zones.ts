/** The zone of this browser; "" if it does not say. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""

/** Every time zone, as `Lisbon (Europe)`; the browser's own and the chosen one first. */
export const zoneChoices = (chosen: string): ReadonlyArray<readonly [value: string, said: string]> => {
  const all = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : []
  const first = [chosen, browserZone(), "UTC"].filter((zone) => zone !== "")
  return [...new Set([...first, ...all])].map((zone) => [zone, saidZone(zone)] as const)
}

/** `Europe/Lisbon` as `Lisbon (Europe)`. */
const saidZone = (zone: string): string => {
  const parts = zone.replaceAll("_", " ").split("/")
  const place = parts.pop() ?? ""
  return parts.length === 0 ? place : `${place} (${parts.join(", ")})`
}
