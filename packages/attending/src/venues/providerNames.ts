import { foldName } from "@daybook/kernel"
import type { ProviderId } from "../model.ts"

export const hasProviderId = (ids: ReadonlyArray<ProviderId>, { id, provider }: ProviderId): boolean =>
  ids.some((one) => one.provider === provider && one.id === id)

/** The names that are not known yet in any spelling. */
export const newNames = (
  known: ReadonlyArray<string>,
  names: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const folded = new Set(known.map(foldName))
  return names.filter((name) => name !== "" && !folded.has(foldName(name)) && folded.add(foldName(name)))
}
