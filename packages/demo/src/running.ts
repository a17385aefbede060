import { type EpochMillis, utcDayOf } from "@daybook/kernel"
import { type Run, unknownOfRun } from "@daybook/running"
import { type Day, waking } from "./days.ts"
import { mix, Random } from "./random.ts"

/** The options of demo running. */
export interface RunningDemo {
  /** The end of the data: every run is before it. */
  readonly until: EpochMillis
  /** The number of years that it goes back; 8 by default. */
  readonly years?: number
  /** Another seed is another person. */
  readonly seed?: number
}

const hour = 3_600

/** The likelihood of a run on a day: lower in the dark months and on holidays, and zero for weeks after an injury. */
const weightOf = (day: Day, seed: number): number => {
  const sixWeeks = Math.floor(day.index / 42)
  if (new Random(mix(seed, sixWeeks)).chance(0.08)) return 0
  const season = day.month >= 4 && day.month <= 10 ? 1 : 0.65
  return season * (day.isHoliday ? 0.2 : day.isWeekend ? 0.6 : 0.4)
}

/** The races of each year: a spring half marathon and an autumn marathon, on a Sunday morning or so. */
const raceOf = ({ dayOfMonth, isWeekend, month }: Day): number | undefined => {
  if (!isWeekend || dayOfMonth > 14 || dayOfMonth < 8) return undefined
  return month === 4 ? 21_097.5 : month === 10 ? 42_195 : undefined
}

const runOn = (day: Day, race: number | undefined, random: Random): Run => {
  const long = day.isWeekend && random.chance(0.5)
  const metres = race ?? (long ? random.between(13_000, 24_000) : random.between(4_500, 11_000))
  // Slow in the first years, and on long runs; in seconds a kilometre.
  const pace = 330 + 40 * Math.exp(-day.index / 700) + (race === undefined ? random.between(0, 40) : -20)
  const begins = day.wakes + (race === undefined ? random.between(0.3, 11) : 1.5) * hour
  const startedAt = Math.min(Math.round(begins), day.sleeps - hour) * 1000
  return {
    ...unknownOfRun,
    ref: String(day.midnight),
    startedAt,
    localDay: utcDayOf(day.midnight * 1000),
    // Receivers measure tenths of metres.
    distanceMm: Math.round(metres * 10) * 100,
    climbMm: Math.round((metres / 1000) * random.between(1, 14) * 10) * 100,
    movingSeconds: Math.round((metres / 1000) * pace),
    isRace: race !== undefined,
  }
}

/**
 * The runs of a made-up person, oldest first: two or three a week, a half marathon each spring and a marathon each
 * autumn. The same arguments give the same runs. The days are those of UTC.
 */
export function* demoRuns({ seed = 1, until, years = 8 }: RunningDemo): Generator<Run, void> {
  const raced = new Set<string>()
  for (const day of waking({ until, years, seed })) {
    const random = new Random(mix(mix(seed, 11), day.index))
    const month = new Date(day.midnight * 1000).toISOString().slice(0, 7)
    const race = raced.has(month) ? undefined : raceOf(day)
    if (race === undefined && !random.chance(weightOf(day, mix(seed, 12)))) continue
    // The rest of the last day may be too short.
    if (day.sleeps - day.wakes < 6 * hour) continue
    if (race !== undefined) raced.add(month)
    yield runOn(day, race, random)
  }
}
