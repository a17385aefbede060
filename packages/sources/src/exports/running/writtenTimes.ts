import type { EpochMillis } from "@daybook/kernel"

/** How names of months begin in languages of Latin script, by the month. */
const months = [
  /^(jan|ene|gen|gin|sty|led)/,
  /^(f[eéè][bv]|lut|úno)/,
  /^(mar(?!j)|m[äa]r|mrt|mrz|bře)/,
  /^(a[pvb]r|kwi|dub)/,
  /^(ma[iyjgk]|mei|květ)/,
  /^(jun|juin|giu|cze|čvn)/,
  /^(jul|juil|lug|lip|čvc)/,
  /^(aug|ao[uû]|ago|sie|srp)/,
  /^(sep|set|wrz|zář)/,
  /^(o[ck]t|ott|out|paź|říj)/,
  /^(nov|lis)/,
  /^(d[eéi][cz]|gru|pro)/,
]

const monthOf = (name: string): number => months.findIndex((begin) => begin.test(name.toLowerCase())) + 1

/** The day of a date without names of months: with the year first, or with the day first. */
const dayOf = (text: string): readonly [year: number, month: number, day: number] | undefined => {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/.exec(text) ?? []
  if (year !== undefined) return [Number(year), Number(month), Number(day)]
  const [, first, second, last] = /^(\d{1,2})[-/.]\s?(\d{1,2})[-/.]\s?(\d{4})/.exec(text) ?? []
  return last === undefined ? undefined : [Number(last), Number(second), Number(first)]
}

const namedDayOf = (text: string): readonly [year: number, month: number, day: number] | undefined => {
  const date = text.replace(/\d{1,2}:\d{2}.*$/, "")
  const [year] = /\d{4}/.exec(date) ?? []
  const [day] = /(?<!\d)\d{1,2}(?!\d)/.exec(date) ?? []
  const month = (date.match(/\p{L}{3,}/gu) ?? []).map(monthOf).find((found) => found > 0)
  return year === undefined || day === undefined || month === undefined
    ? undefined
    : [Number(year), month, Number(day)]
}

// Longer than any time that is written out.
const longest = 100

/** A time in UTC as a service writes it for people: `Sep 26, 2026, 10:56:05 AM`, `26.09.2026, 10:56:05`, `26 sept. 2026, 10:56:05`. */
export const writtenTime = (text: string): EpochMillis | undefined => {
  if (text.length > longest) return undefined
  const [year, month, day] = dayOf(text) ?? namedDayOf(text) ?? []
  const [, hour, minute, second = "0", half = ""] =
    /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?\s?m\.?)?/i.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined || hour === undefined) return undefined
  const hours = half === "" ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0)
  const at = new Date(Date.UTC(year, month - 1, day, hours, Number(minute), Number(second)))
  // 31 February, or 25 o'clock, gives another moment.
  return at.getUTCMonth() === month - 1 &&
    at.getUTCDate() === day &&
    at.getUTCHours() === hours &&
    at.getTime() >= 0
    ? at.getTime()
    : undefined
}
