/** The parameter with the token of a share. */
export const shareParameter = "share"

const local = "http://localhost"

/** The token that an address shows; undefined where it shows none, or more than one. */
export const shareTokenIn = (url: string): string | undefined => {
  if (!url.includes(`${shareParameter}=`)) return undefined
  const shown = new URLSearchParams(url.slice(url.indexOf("?") + 1)).getAll(shareParameter)
  return shown.length === 1 ? shown[0] : undefined
}

/**
 * The one spelling of an address that shares are compared by: its path and its parameters but the token, those sorted by name.
 * Undefined for a text that is no path.
 */
export const sharedAddress = (url: string): string | undefined => {
  if (!url.startsWith("/") || !URL.canParse(url, local)) return undefined
  const { origin, pathname, searchParams } = new URL(url, local)
  if (origin !== local) return undefined
  searchParams.delete(shareParameter)
  searchParams.sort()
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`
}
