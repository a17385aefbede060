import type { Scrobble } from "@daybook/listening"
import { type DemoOptions, type Day, waking } from "./days.ts"
import { Catalogue, type Track } from "./listening/catalogue.ts"
import { beginnings, playsOfDays, sessions } from "./listening/schedule.ts"
import { Taste } from "./listening/taste.ts"
import { mix, Random } from "./random.ts"

/** The options of demo plays. */
export interface ListeningDemo extends DemoOptions {
  /** The number of scrobbles; 24,000 by default. More plays bring more artists, albums and tracks. */
  readonly count?: number
}

/** The likelihood that the next record is one of carols. */
const carolsOn = ({ dayOfMonth, month }: Day): number =>
  month !== 12 || dayOfMonth > 27 ? 0 : dayOfMonth >= 23 ? 0.5 : 0.03 + dayOfMonth * 0.008

/**
 * The scrobbles of a made-up person, oldest first, exactly `count` of them; they are made as they are asked
 * for. Times are whole seconds that strictly increase, the last ones shortly before `until`: a handful
 * always lies within its last day. The same arguments give the same scrobbles. Another `until` gives the
 * same person and the same music, lived along another calendar: nights, weekends, holidays and Decembers
 * stay where they are (in UTC).
 *
 * Throws a `RangeError` where the years have less than three waking seconds for a play.
 */
export function* demoScrobbles(options: ListeningDemo): Generator<Scrobble, void> {
  const { count = 24_000, seed = 1, until, years = 8 } = options
  const days = waking({ until, years, seed })
  const last = days.at(-1)
  if (last === undefined) throw new RangeError(`Nobody is awake in the ${years} years before ${until}`)
  // The last session has just ended, or is about to, so that the newest play is as recent as possible.
  const justNow = Math.min(count, 6)
  const plays = playsOfDays(days, count - justNow, mix(seed, 2))
  const taste = new Taste(new Catalogue(mix(seed, 3)), new Random(mix(seed, 4)), count)
  for (const [at, day] of days.entries()) {
    const random = new Random(mix(mix(seed, 5), day.index))
    const tracks: Array<Track & { readonly planned: number | undefined }> = []
    const planned = [...sessions(day, plays[at] ?? 0, random)]
    if (day === last) planned.push({ begins: day.sleeps, tracks: justNow })
    for (const session of planned) {
      const choice = taste.choose(session.tracks, { day: day.index, carols: carolsOn(day) })
      for (const [position, track] of choice.entries()) {
        tracks.push({ ...track, planned: position === 0 ? session.begins : undefined })
      }
    }
    if (tracks.length * 3 > day.sleeps - day.wakes) {
      throw new RangeError(`${count} plays do not fit into ${years} years`)
    }
    const times = beginnings(day, tracks)
    for (const [index, { album, artist, title }] of tracks.entries()) {
      yield { artist, album, track: title, imageUrl: "", playedAt: (times[index] ?? 0) * 1000 }
    }
  }
}
