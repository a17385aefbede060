import { type EpochMillis, utcDayOf } from "@daybook/kernel"
import { detailsOf, polylineOf, type RecordedRun, type TrackPoint, unknownOfRun } from "@daybook/running"
import { type DemoOptions, type Day, waking } from "./days.ts"
import { mix, Random } from "./random.ts"
import { roundOf } from "./streets.ts"

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

/** Seconds between two points of a track. */
const step = 40

/** The track of a round through the streets: faster and slower by the minute, and uphill in its second quarter. */
const trackOf = (
  metres: number,
  seconds: number,
  climb: number,
  random: Random,
): ReadonlyArray<TrackPoint> => {
  const count = Math.max(2, Math.round(seconds / step))
  const speeds = Array.from({ length: count }, () => random.between(0.94, 1.06))
  const whole = speeds.reduce((sum, speed) => sum + speed, 0)
  const beats = random.between(138, 152)
  const positionAt = roundOf(metres, random)
  let run = 0
  return [0, ...speeds].map((speed, at): TrackPoint => {
    run += speed
    const share = run / whole
    return {
      seconds: Math.round((at * seconds) / count),
      distanceMm: Math.round(share * metres * 1000),
      position: positionAt(share),
      elevationMm: Math.round(1_000 * (8 + climb * Math.max(0, Math.sin(share * Math.PI * 2)))),
      heartRate: Math.round(beats + 18 * share + 20 * (speed - 1)),
      cadence: Math.round(172 + 40 * (speed - 1)),
    }
  })
}

const shoes = ["Grey Heron", "Blue Tram", "Salt Wind", "Old Faithful", "Quay Runner"] as const

/** A new pair every nine months, the one before is retired. */
const gearOn = (day: Day, isLast: boolean) => {
  const pair = Math.floor(day.index / 270)
  const name = shoes[pair % shoes.length] ?? shoes[0]
  return { ref: `pair-${pair}`, name: `${name} ${1 + Math.floor(pair / shoes.length)}`, isRetired: !isLast }
}

const nameOf = (hourOfDay: number, isLong: boolean, race: number | undefined): string => {
  if (race !== undefined) return race > 40_000 ? "Autumn Marathon" : "Spring Half Marathon"
  if (isLong) return "Long run"
  return hourOfDay < 11 ? "Morning run" : hourOfDay < 16 ? "Lunch run" : "Evening run"
}

/** A run of the demo, with its details. */
export type DemoRun = Omit<RecordedRun, "source">

/** A run, and everything that a watch would have told of it. */
const runOn = (day: Day, race: number | undefined, random: Random, until: EpochMillis): DemoRun => {
  const long = day.isWeekend && random.chance(0.5)
  const metres = race ?? (long ? random.between(13_000, 24_000) : random.between(4_500, 11_000))
  // Slow in the first years, and on long runs; in seconds a kilometre.
  const pace = 330 + 40 * Math.exp(-day.index / 700) + (race === undefined ? random.between(0, 40) : -20)
  const begins = day.wakes + (race === undefined ? random.between(0.3, 11) : 1.5) * hour
  const startedAt = Math.min(Math.round(begins), day.sleeps - hour) * 1000
  const seconds = Math.round((metres / 1000) * pace)
  const climb = Math.round((metres / 1000) * random.between(1, 14) * 10) / 10
  const ref = String(day.midnight)
  const points = trackOf(metres, seconds, climb, random)
  const gear = gearOn(day, until / 1000 - day.midnight < 270 * 86_400)
  const rates = points.map(({ heartRate = 0 }) => heartRate)
  return {
    ...unknownOfRun,
    ref,
    startedAt,
    localDay: utcDayOf(day.midnight * 1000),
    // Receivers measure tenths of metres.
    distanceMm: Math.round(metres * 10) * 100,
    climbMm: Math.round(climb * 1000),
    movingSeconds: seconds,
    isRace: race !== undefined,
    name: nameOf(((startedAt / 1000 - day.midnight) / hour) % 24, long, race),
    elapsedSeconds: seconds + (race === undefined ? random.integer(0, 90) : 0),
    heartRate: Math.round((10 * rates.reduce((sum, rate) => sum + rate, 0)) / rates.length) / 10,
    cadence: 172,
    gearRef: gear.ref,
    city: "Lisbon",
    polyline: polylineOf(points),
    details: detailsOf(ref, startedAt, { points, gear }),
  }
}

/**
 * The runs of a made-up person, oldest first: two or three a week, a half marathon each spring and a marathon each
 * autumn. The same arguments give the same runs. The days are those of UTC.
 */
export function* demoRuns({ seed = 1, until, years = 8 }: DemoOptions): Generator<DemoRun, void> {
  const raced = new Set<string>()
  for (const day of waking({ until, years, seed })) {
    const random = new Random(mix(mix(seed, 11), day.index))
    const month = new Date(day.midnight * 1000).toISOString().slice(0, 7)
    const race = raced.has(month) ? undefined : raceOf(day)
    if (race === undefined && !random.chance(weightOf(day, mix(seed, 12)))) continue
    // The rest of the last day may be too short.
    if (day.sleeps - day.wakes < 6 * hour) continue
    if (race !== undefined) raced.add(month)
    yield runOn(day, race, random, until)
  }
}
