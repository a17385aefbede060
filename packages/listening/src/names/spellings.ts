const ascii = /^[\0-\x7f]*$/

/**
 * Returns the form that all spellings of one name share: names that differ only in case, in width or in Unicode form, such as
 * "a-ha" and "Ａ-Ha", are one artist, album or track. NFKC and full case folding (ß is ss, every sigma is σ); ı is not i.
 * Accents, punctuation and spaces count, unlike in `foldName`. The key of a key is the key itself.
 */
export const spellingKey = (name: string): string => {
  if (ascii.test(name)) return name.toLowerCase()
  // In upper case first: only there is ß SS. A dotless ı would come back with a dot.
  const folded = name
    .normalize("NFKC")
    .toLowerCase()
    .split("ı")
    .map((part) => part.toUpperCase().toLowerCase())
    .join("ı")
  return folded.replaceAll("ς", "σ").normalize("NFKC")
}

/** A spelling of a name, and the plays that were reported in it. */
export interface Spelling {
  readonly name: string
  readonly plays: number
}

/** Returns the spelling with the most plays; ties go to the first in the order of UTF-16 units. */
export const commonestSpelling = (spellings: ReadonlyArray<Spelling>): string => {
  const plays = new Map<string, number>()
  for (const one of spellings) plays.set(one.name, (plays.get(one.name) ?? 0) + one.plays)
  const [[name] = [""]] = [...plays].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
  return name
}
