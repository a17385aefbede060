const utc = { timeZone: "UTC" } as const

const asDate = (day: string) => new Date(`${day}T00:00:00Z`)

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** How a language writes numbers, nouns, lists and days. `days` is its tag for days, where it has several orders. */
export const writtenIn = (language: string, days = language) => {
  const numbers = new Intl.NumberFormat(language)
  const halves = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const plural = new Intl.PluralRules(language)
  const list = new Intl.ListFormat(language)
  const dayOf = new Intl.DateTimeFormat(days, { weekday: "long", day: "numeric", month: "long", ...utc })
  const monthOf = new Intl.DateTimeFormat(language, { month: "long", ...utc })
  const shortMonthOf = new Intl.DateTimeFormat(language, { month: "short", ...utc })

  /** "1,234" */
  const counted = (count: number): string => numbers.format(count)
  const noun = (one: string, many: string) => (count: number) => (plural.select(count) === "one" ? one : many)

  return {
    counted,
    noun,
    /** "1 film", "2 films" */
    some: (one: string, many: string) => (count: number) => `${counted(count)} ${noun(one, many)(count)}`,
    half: (value: number) => halves.format(value),
    list: (parts: ReadonlyArray<string>) => list.format(parts),
    /** "Saturday 10 May", whose day and month stay on one line. */
    day: (day: string) => capitalised(dayOf.format(asDate(day))).replace(/(\d\.?) /, "$1\u00a0"),
    month: (start: string) => monthOf.format(asDate(start)),
    shortMonth: (start: string) => shortMonthOf.format(asDate(start)).replace(/\.$/, "").slice(0, 4),
  }
}

/** The parts of a text that say something, as one. */
export const joined = (...parts: ReadonlyArray<string>): string =>
  parts.filter((part) => part !== "").join(" ")
