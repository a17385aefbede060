import { startBare, startDaybook } from "./daybookServer.ts"
import { aim, figure } from "./lines.ts"
import { anew, load } from "./load.ts"
import type { Place } from "./data/place.ts"
import { type Setting, type Store, storesOf } from "./setting.ts"
import { bareTime, percentile, uncached } from "./times.ts"

/** The questions of top lists, and the milliseconds in which each should get a response. */
export const questions = (kind: "albums" | "artists" | "tracks") =>
  [
    ...["7day", "1month", "3month", "6month", "12month", "overall"].flatMap((period) => [
      { name: period, path: `top/${kind}?period=${period}&limit=50`, most: 4 },
      {
        name: `${period} with sparklines`,
        path: `top/${kind}?period=${period}&limit=50&include_sparklines=true`,
        most: 8,
      },
    ]),
    { name: "a year as a range", path: `top/${kind}?from=2024-01-01&to=2024-12-31&limit=50`, most: 4 },
    { name: "an odd range", path: `top/${kind}?from=2024-01-05&to=2024-12-19&limit=50`, most: 4 },
  ].map(({ path, ...one }) => ({ ...one, path: `/v1/listening/${path}` }))

/** The 50 top albums since an instant, by a statement that adds up their plays. */
export const addingUp = ({ kind }: Place, since: number): string =>
  `select albums.id, albums.name, artists.name as artist, page.plays
    from (
      select album_id, count(*)${kind === "postgres" ? "::int" : ""} as plays, max(played_at) as last_played_at from scrobbles
      where played_at >= ${kind === "postgres" ? `'${new Date(since).toISOString()}'::timestamptz` : since}
        and album_id is not null and not hidden
      group by album_id order by plays desc, last_played_at desc limit 50
    ) as page join albums on albums.id = album_id join artists on artists.id = artist_id
    order by page.plays desc, page.last_played_at desc`

const twelveMonths = "/v1/listening/top/albums?period=12month&limit=50"

const measureOn = async ({ env, name: store, place }: Store, seconds: number) => {
  const peer = await startBare("./barePeer.ts", env)
  await load(peer, ["/"], { seconds: 1 })
  const { rate: peerRate } = await load(peer, ["/"], { seconds })
  await peer.stop()
  const bare = await bareTime(place, addingUp(place, Date.now() - 365 * 86_400_000))
  const ours = await startDaybook(env)
  console.log(`Top albums on ${store}, not remembered, one connection: p50, p99 in ms`)
  for (const { most, name, path } of questions("albums")) {
    const times = await uncached(ours, path)
    const p50 = percentile(times, 0.5)
    console.log(
      `  ${name.padEnd(26)}${p50.toFixed(1).padStart(7)}${percentile(times, 0.99).toFixed(1).padStart(7)}`,
    )
    aim(`${name}, ${store}`, p50, "ms", { atMost: most }, ["bare statement", bare])
    figure(`${name}, ${store}, p99`, percentile(times, 0.99), "ms")
  }
  await load(ours, [() => anew(twelveMonths)], { seconds: 1 })
  const { rate } = await load(ours, [() => anew(twelveMonths)], { seconds })
  console.log(
    `  12 months at 16 connections: ${rate.toFixed(0)} a second; a bare server that adds up plays ${peerRate.toFixed(0)}`,
  )
  aim(`12 months, 16 connections, ${store}`, rate, "a second", { share: 4 }, ["adding up plays", peerRate])
  await ours.stop()
}

/** Top albums that no one has requested before, from the real server, next to the same rows by a bare statement. */
export const measureTopAlbums = async (setting: Setting): Promise<void> => {
  for (const store of storesOf(setting).both) await measureOn(store, setting.seconds)
}
