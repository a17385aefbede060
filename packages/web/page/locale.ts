/** The languages that the page has texts in. */
export const languages = ["en", "de", "es", "fr", "ja", "pt"] as const
export type Language = (typeof languages)[number]

/** The language of a language tag, as `pt` of `pt-BR`; undefined if the page has no texts in it. */
export const languageOf = (tag: string): Language | undefined =>
  languages.find((language) => language === tag.split("-")[0])

/**
 * The first of a browser's languages that the page has texts in, with its region, else English. A Chromium of a machine
 * whose language is C or POSIX names `en-US@posix`, which is not a language tag.
 */
export const localeOf = (tags: ReadonlyArray<string>): string => {
  for (const named of tags) {
    const [tag = ""] = named.split("@")
    try {
      const [known = ""] = Intl.getCanonicalLocales(tag)
      if (languageOf(known) !== undefined) return known
    } catch {
      // The next one may be known.
    }
  }
  return "en"
}
