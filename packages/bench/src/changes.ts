import { ListeningStore, type Scrobble } from "@daybook/listening"
import { SqlStorage } from "@daybook/storage-postgres"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { startDaybook } from "./daybookServer.ts"
import { figure } from "./lines.ts"
import { load } from "./load.ts"
import { type Place, storesAt } from "./data/place.ts"
import { albums } from "./requests.ts"
import { type Setting, storesOf } from "./setting.ts"

const playAt = (playedAt: number): Scrobble => ({
  artist: "A band",
  album: `Album ${(playedAt / 1000) % 50}`,
  track: "A track",
  playedAt,
  imageUrl: "",
})

const yesterday = Date.now() - 86_400_000
let next = Math.floor(yesterday / 1000) * 1000

/** Stores plays one by one, this many a second, until it is interrupted. Returns how many have been stored so far. */
const changing = (place: Place, perSecond: number) => {
  let stored = 0
  const run = Effect.gen(function* () {
    const listening = yield* ListeningStore
    const change = Effect.suspend(() => listening.storeScrobbles([playAt((next += 1_000))]))
    const counted = Effect.tap(change, () => Effect.sync(() => (stored += 1)))
    yield* Effect.repeat(counted, Schedule.fixed(1000 / perSecond))
  }).pipe(
    Effect.provide(
      storesAt(place, { postgres: SqlStorage.Listening.layer(), sqlite: SqliteStorage.Listening.layer() }),
    ),
  )
  return { run, stored: () => stored }
}

/**
 * The rate of one question while plays are stored next to it, as a share of the rate while nothing changes: on
 * PostgreSQL, which a second process may write to.
 */
export const measureChanges = async (setting: Setting): Promise<void> => {
  const { postgres } = storesOf(setting)
  const { seconds } = setting
  const ours = await startDaybook(postgres.env)
  await load(ours, [albums], { seconds })
  const { rate: unchanged } = await load(ours, [albums], { seconds })
  console.log("The same question while plays are stored, PostgreSQL, 16 connections (a second)")
  console.log(`  no changes     ${Math.round(unchanged).toLocaleString("en").padStart(6)}`)
  // An hour's listening is a play every three minutes: one a second is more than any listener.
  for (const [perSecond, share] of [
    [1, 0.8],
    [10, undefined],
    [50, undefined],
  ] as const) {
    const controller = new AbortController()
    const changes = changing(postgres.place, perSecond)
    const writing = Effect.runPromiseExit(changes.run, { signal: controller.signal })
    // The writer opens its store first.
    await load(ours, [albums], { seconds: 1 })
    const before = changes.stored()
    const { rate } = await load(ours, [albums], { seconds })
    const got = (changes.stored() - before) / seconds
    controller.abort()
    await writing
    console.log(
      `  ${String(perSecond).padStart(2)} a second    ${Math.round(rate).toLocaleString("en").padStart(6)}; ${got.toFixed(1)} a second got through`,
    )
    figure(`remembered while ${perSecond} plays a second are stored`, rate, "a second", {
      reference: { name: "no changes", figure: unchanged },
      ...(share === undefined ? {} : { bound: { share } }),
    })
  }
  await ours.stop()
}
