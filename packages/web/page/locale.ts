/**
 * The first of a browser's languages that numbers and dates can be written in, else English. A Chromium of a machine
 * whose language is C or POSIX names `en-US@posix`, which is not a language tag.
 */
export const localeOf = (languages: ReadonlyArray<string>): string => {
  for (const language of languages) {
    const [tag = ""] = language.split("@")
    try {
      const [known] = Intl.getCanonicalLocales(tag)
      if (known !== undefined) return known
    } catch {
      // The next one may be known.
    }
  }
  return "en"
}
