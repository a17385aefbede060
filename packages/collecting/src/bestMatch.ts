import { namesMatch } from "@daybook/kernel"

/** A release as the owner names it. */
export interface NamedRelease {
  readonly artist: string
  readonly title: string
  /** Undefined where any year will do. */
  readonly year: number | undefined
}

/** A search result. */
export interface FoundRelease {
  readonly releaseId: number
  /** Artist and title. A service's single text has an entry for each place to split it. */
  readonly names: ReadonlyArray<{ readonly artist: string; readonly title: string }>
  /** 0 if unknown. */
  readonly year: number
  readonly formats: ReadonlyArray<string>
}

const isNamed =
  ({ artist, title, year }: NamedRelease) =>
  (found: FoundRelease): boolean =>
    (year === undefined || found.year === year) &&
    found.names.some((name) => namesMatch(name.artist, artist) && namesMatch(name.title, title))

const isVinyl = ({ formats }: FoundRelease): boolean =>
  formats.some((format) => format.toLowerCase() === "vinyl")

/**
 * The first result with the named artist and title after folding, and the named year if any; preferably on vinyl. Near
 * misses never match: a purchase must not be guessed.
 */
export const bestMatch = (
  found: ReadonlyArray<FoundRelease>,
  named: NamedRelease,
): FoundRelease | undefined => {
  const matches = found.filter(isNamed(named))
  return matches.find(isVinyl) ?? matches[0]
}
