import { namesMatch } from "@daybook/kernel"

/** A release as a person names it. */
export interface NamedRelease {
  readonly artist: string
  readonly title: string
  /** Undefined where any year will do. */
  readonly year: number | undefined
}

/** A release as a search finds it. */
export interface FoundRelease {
  readonly releaseId: number
  /** Artist and title. Where the service gives both in one text there is an entry for each place to part it. */
  readonly names: ReadonlyArray<{ readonly artist: string; readonly title: string }>
  /** 0 where it is not known. */
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
 * The first of what was found whose artist and title are those that are named, after folding, and whose year is,
 * where one is named; the first on vinyl, where one of them is. A near miss is no match: what is bought cannot be guessed.
 */
export const bestMatch = (
  found: ReadonlyArray<FoundRelease>,
  named: NamedRelease,
): FoundRelease | undefined => {
  const matches = found.filter(isNamed(named))
  return matches.find(isVinyl) ?? matches[0]
}
