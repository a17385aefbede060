import type { Day } from "../days.ts"
import { mix, Random, type Choices } from "../random.ts"

const hour = 3_600
const secondsOfAPlay = 220

/** The weight of a day in plays. */
const weightOf = (day: Day, isRecent: boolean, seed: number): number => {
  const random = new Random(mix(seed, day.index))
  const wholeDay = 15 * hour
  const share = Math.min(1, (day.sleeps - day.wakes) / wholeDay)
  const weekly = day.isWeekend ? 1.45 : 0.9
  const seasonal = day.month === 12 || day.month === 1 ? 1.15 : 1
  // Months of much and of little music come and go.
  const wave =
    1 + 0.25 * Math.sin(day.index / 150) + 0.2 * Math.sin(day.index / 61) + 0.1 * Math.sin(day.index / 17)
  if (isRecent) return share * weekly
  if (day.isHoliday) return share * (random.chance(0.6) ? 0 : 0.15)
  return random.chance(0.05) ? 0 : share * weekly * seasonal * wave * random.between(0.4, 1.6)
}

/** Splits a total into whole pieces in these shares, which add up to it. */
const apportion = (total: number, shares: ReadonlyArray<number>): ReadonlyArray<number> => {
  const sum = shares.reduce((left, right) => left + right, 0)
  let before = 0
  let given = 0
  return shares.map((share) => {
    before += share
    const due = Math.round((total * before) / sum)
    const piece = due - given
    given = due
    return piece
  })
}

/**
 * The number of plays of each day; they add up to `count`. A day fills up: the more there is to play, the more of it
 * falls on quiet days, because nobody plays two songs at once.
 */
export const playsOfDays = (days: ReadonlyArray<Day>, count: number, seed: number): ReadonlyArray<number> => {
  const room = days.map((day) => (day.sleeps - day.wakes) / secondsOfAPlay)
  const appetites = days.map((day, at) => weightOf(day, at >= days.length - 8, seed))
  const filled = (pressure: number) =>
    room.map((plays, at) => -plays * Math.expm1((-pressure * (appetites[at] ?? 0)) / plays))
  const sumOf = (shares: ReadonlyArray<number>) => shares.reduce((left, right) => left + right, 0)
  let low = 0
  let high = 1_000
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (sumOf(filled(middle)) < count) low = middle
    else high = middle
  }
  return apportion(count, filled(high))
}

// The hours when sessions begin, with their weights: the way to work, lunch, the afternoon, home, the evening.
const workday: Choices<readonly [number, number]> = [
  [[7, 8.5], 3.2],
  [[12, 13], 0.8],
  [[14, 16.5], 1.2],
  [[17, 18.3], 2],
  [[19, 22.2], 4],
]
const freeDay: typeof workday = [
  [[9, 12], 2.5],
  [[13, 17], 3],
  [[18, 23], 4],
]

/** A session of some tracks, from a time in seconds since 1970. */
export interface Session {
  readonly begins: number
  readonly tracks: number
}

/** The sessions of a day with this many plays, in order. */
export const sessions = (day: Day, plays: number, random: Random): ReadonlyArray<Session> => {
  const number = Math.min(plays, 7, Math.max(1, Math.round(plays / random.between(7, 14))))
  const begins = Array.from({ length: number }, () => {
    const [from, to] = random.weighted(day.isWeekend || day.isHoliday ? freeDay : workday)
    return Math.round(day.midnight + random.between(from, to) * hour)
  }).sort((left, right) => left - right)
  const sizes = apportion(
    plays,
    begins.map(() => random.between(0.5, 1.5)),
  )
  return begins.map((at, index) => ({ begins: at, tracks: sizes[index] ?? 0 }))
}

/**
 * The start of each track of a day: at the end of the one before, and for the first of a session as planned, or
 * earlier where the day would end before the music. A day with more music than time skips tracks.
 */
export const beginnings = (
  day: Day,
  tracks: ReadonlyArray<{ readonly seconds: number; readonly planned: number | undefined }>,
): ReadonlyArray<number> => {
  const length = tracks.reduce((sum, { seconds }) => sum + seconds, 0)
  const haste = Math.min(1, (day.sleeps - day.wakes) / length)
  const times: Array<number> = []
  let free = day.wakes
  for (const { planned, seconds } of tracks) {
    const begins = Math.max(free, planned ?? free)
    times.push(begins)
    free = begins + seconds * haste
  }
  let before = day.sleeps
  for (let at = tracks.length - 1; at >= 0; at--) {
    const latest = before - (tracks[at]?.seconds ?? 0) * haste
    const begins = Math.min(times[at] ?? latest, latest)
    times[at] = Math.floor(begins)
    before = begins
  }
  return times
}
