import type { Target } from "../routing/target.ts"

/** The parameter with the token of a share. */
export const shareParameter = "share"

/** The token that a target shows; undefined if it shows none, or more than one. */
export const shareTokenIn = ({ query }: Target): string | undefined => {
  if (!query.includes(`${shareParameter}=`)) return undefined
  const shown = new URLSearchParams(query).getAll(shareParameter)
  return shown.length === 1 ? shown[0] : undefined
}

/**
 * The one spelling of a target that shares are compared by: its path as it was sent, and its parameters but the token, sorted by
 * name.
 */
export const sharedAddress = ({ path, query }: Target): string => {
  const parameters = new URLSearchParams(query)
  parameters.delete(shareParameter)
  parameters.sort()
  return parameters.size === 0 ? path : `${path}?${parameters}`
}
