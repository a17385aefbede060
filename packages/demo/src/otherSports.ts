import { utcDayOf } from "@daybook/kernel"
import { type Run, unknownOfRun } from "@daybook/running"
import { type DemoOptions, waking } from "./days.ts"
import { mix, Random } from "./random.ts"

const hour = 3_600

/**
 * The rides and swims of a made-up person, oldest first: a ride on some weekends, and a swim on some mornings of the
 * week. The same arguments give the same activities. The days are those of UTC.
 */
export function* demoOtherSports({ seed = 1, until, years = 8 }: DemoOptions): Generator<Run, void> {
  for (const day of waking({ until, years, seed })) {
    const random = new Random(mix(mix(seed, 13), day.index))
    const isRide = day.isWeekend
    if (!random.chance(isRide ? 0.2 : 0.08) || day.sleeps - day.wakes < 8 * hour) continue
    const metres = isRide ? random.integer(20_000, 80_000) : random.integer(1_000, 2_500)
    const startedAt = Math.round(day.wakes + random.between(0.5, 3) * hour) * 1000
    // In metres a second.
    const speed = isRide ? random.between(5.5, 7.5) : random.between(0.7, 0.9)
    yield {
      ...unknownOfRun,
      ref: `${isRide ? "ride" : "swim"}-${day.midnight}`,
      startedAt,
      localDay: utcDayOf(day.midnight * 1000),
      distanceMm: metres * 1000,
      climbMm: isRide ? Math.round(metres * random.between(2, 9)) : 0,
      movingSeconds: Math.round(metres / speed),
      elapsedSeconds: Math.round(metres / speed) + random.integer(0, 900),
      isRace: false,
      name: isRide ? "Ride along the coast" : "Morning swim",
      heartRate: random.integer(118, 148),
      city: "Lisbon",
      sport: isRide ? "ride" : "swim",
    }
  }
}
