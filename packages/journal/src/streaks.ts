import { addDays, dayNumber, type LocalDate, today } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type DomainJournal, pastDays } from "./journals.ts"

/** Days in a row that have an entry. Without any, `days` is 0 and both ends are undefined. */
export interface Streak {
  readonly days: number
  readonly from: LocalDate | undefined
  readonly to: LocalDate | undefined
}

const none: Streak = { days: 0, from: undefined, to: undefined }

/** The streaks of days, which are sorted, earliest first. */
export const streaksOf = (days: Iterable<LocalDate>): ReadonlyArray<Streak> => {
  const streaks: Array<{ days: number; from: LocalDate; to: LocalDate }> = []
  let before = Number.NaN
  for (const day of days) {
    const last = streaks.at(-1)
    const number = dayNumber(day)
    if (last !== undefined && number === before + 1) {
      last.days += 1
      last.to = day
    } else streaks.push({ days: 1, from: day, to: day })
    before = number
  }
  return streaks
}

/** The longest of streaks: of two as long the later one. */
export const longestOf = (streaks: ReadonlyArray<Streak>): Streak =>
  streaks.reduce((longest, streak) => (streak.days >= longest.days ? streak : longest), none)

/** The streak that ends today or yesterday, and the longest. */
export const streaks = Effect.fn("Journal.streaks")(function* (
  journals: ReadonlyArray<DomainJournal>,
): Effect.fn.Return<{ readonly current: Streak; readonly longest: Streak }, never, DateTime.CurrentTimeZone> {
  const now = yield* today
  const all = streaksOf(yield* pastDays(journals))
  const last = all.at(-1) ?? none
  return {
    current: last.to === now || last.to === addDays(now, -1) ? last : none,
    longest: longestOf(all),
  }
})
