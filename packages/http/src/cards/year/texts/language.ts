const asDate = (day: string) => new Date(`${day}T00:00:00Z`)

const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** What is made when it is first needed: formats of dates cost memory, and most servers write one language. */
const once = <A>(make: () => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

/** How a language writes numbers, nouns, lists and days. `days` is its tag for days, where it has several orders. */
export const writtenIn = (language: string, days = language) => {
  const numbers = once(() => new Intl.NumberFormat(language))
  const halves = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }))
  const plural = once(() => new Intl.PluralRules(language))
  const list = once(() => new Intl.ListFormat(language))
  const dates = (tag: string, parts: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(tag, { ...parts, timeZone: "UTC" }))
  const dayOf = dates(days, { weekday: "long", day: "numeric", month: "long" })
  const monthOf = dates(language, { month: "long" })
  const shortMonthOf = dates(language, { month: "short" })

  /** "1,234" */
  const counted = (count: number): string => numbers().format(count)
  const noun = (one: string, many: string) => (count: number) =>
    plural().select(count) === "one" ? one : many

  return {
    counted,
    noun,
    /** "1 film", "2 films" */
    some: (one: string, many: string) => (count: number) => `${counted(count)} ${noun(one, many)(count)}`,
    half: (value: number) => halves().format(value),
    list: (parts: ReadonlyArray<string>) => list().format(parts),
    /** "Saturday 10 May", whose day and month stay on one line. */
    day: (day: string) => capitalised(dayOf().format(asDate(day))).replace(/(\d\.?) /, "$1\u00a0"),
    month: (start: string) => monthOf().format(asDate(start)),
    shortMonth: (start: string) => shortMonthOf().format(asDate(start)).replace(/\.$/, "").slice(0, 4),
  }
}

/** The parts of a text that say something, as one. */
export const joined = (...parts: ReadonlyArray<string>): string =>
  parts.filter((part) => part !== "").join(" ")
