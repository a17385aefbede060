import { startDaybook } from "./daybookServer.ts"
import { aim, figure } from "./lines.ts"
import type { Place } from "./data/place.ts"
import { type Setting, type Store, storesOf } from "./setting.ts"
import { bareTime, percentile, uncached } from "./times.ts"

/** The questions of top lists, and the milliseconds in which each should get a response. */
const questions = [
  ...["7day", "1month", "3month", "6month", "12month", "overall"].flatMap((period) => [
    { name: period, query: `period=${period}`, most: 4 },
    { name: `${period} with sparklines`, query: `period=${period}&include_sparklines=true`, most: 8 },
  ]),
  { name: "a year as a range", query: "from=2024-01-01&to=2024-12-31", most: 4 },
  { name: "an odd range", query: "from=2024-01-05&to=2024-12-19", most: 4 },
]

/** The 50 top albums since an instant, by a statement that adds up their plays. */
const addingUp = ({ kind }: Place, since: number): string =>
  `select albums.id, albums.name, artists.name as artist, page.plays
    from (
      select album_id, count(*)${kind === "postgres" ? "::int" : ""} as plays, max(played_at) as last_played_at from scrobbles
      where played_at >= ${kind === "postgres" ? `'${new Date(since).toISOString()}'::timestamptz` : since}
        and album_id is not null and not hidden
      group by album_id order by plays desc, last_played_at desc limit 50
    ) as page join albums on albums.id = album_id join artists on artists.id = artist_id
    order by page.plays desc, page.last_played_at desc`

const measureOn = async ({ env, name: store, place }: Store) => {
  const bare = await bareTime(place, addingUp(place, Date.now() - 365 * 86_400_000))
  const ours = await startDaybook(env)
  console.log(`Top albums on ${store}, not remembered, one connection: p50, p99 in ms`)
  for (const { most, name, query } of questions) {
    const times = await uncached(ours, `/v1/listening/top/albums?${query}&limit=50`)
    const p50 = percentile(times, 0.5)
    console.log(
      `  ${name.padEnd(26)}${p50.toFixed(1).padStart(7)}${percentile(times, 0.99).toFixed(1).padStart(7)}`,
    )
    aim(`${name}, ${store}`, p50, "ms", { atMost: most }, ["bare statement", bare])
    figure(`${name}, ${store}, p99`, percentile(times, 0.99), "ms")
  }
  await ours.stop()
}

/** Top albums that no one has requested before, from the real server, next to the same rows by a bare statement. */
export const measureTopAlbums = async (setting: Setting): Promise<void> => {
  for (const store of storesOf(setting).both) await measureOn(store)
}
