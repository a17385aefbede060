import { foldName } from "@daybook/kernel"

const editionWord =
  /(?<![\p{L}\p{N}])(?:deluxe|edition|expanded|remaster|remastered|reissue|anniversary|bonus|mono|stereo|explicit|ep|single)(?![\p{L}\p{N}])/iu

// The last part in brackets, the part after the last dash, and an EP that says so without one.
const lastParts = [/^(.+?)\s*[([]([^()[\]]*)[)\]]\s*$/su, /^(.+)\s[-–—]\s([^-–—]+)$/su, /^(.+)\s(EP)\s*$/su]

/**
 * A title without the parts at its end that name an edition, such as "(Deluxe Edition)", "[Remastered 2011]" or "- EP".
 * A live album, a soundtrack and a new recording are their own albums.
 */
export const withoutEdition = (title: string): string => {
  for (const part of lastParts) {
    const [, rest = "", last = ""] = part.exec(title) ?? []
    if (rest.trim() !== "" && editionWord.test(last)) return withoutEdition(rest)
  }
  return title
}

/** The key of an album's title, the same for all of its editions; `folded` is its folded form. */
export const albumKey = (title: string, folded = foldName(title)): string => {
  const rest = withoutEdition(title)
  return rest === title ? folded : foldName(rest)
}

const various = new Set(["various", "various artists", "v a", "va"])

/** True for the folded name that services use for albums of various artists. */
export const isVarious = (artistKey: string): boolean => various.has(artistKey)
