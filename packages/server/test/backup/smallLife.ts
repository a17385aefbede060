import {
  demoCheckIns,
  demoEvents,
  demoFilms,
  demoRecords,
  demoRuns,
  demoScrobbles,
  demoWatching,
  storeDemoEvents,
} from "@daybook/demo"
import { AttendingStore } from "@daybook/attending"
import { CollectingStore } from "@daybook/collecting"
import { ImageStore } from "@daybook/images"
import { sampleImage } from "@daybook/images/contract"
import { ListeningStore } from "@daybook/listening"
import { CheckInStore } from "@daybook/places"
import { Workspaces } from "@daybook/profiles"
import { articleBatches, unknownArticle } from "@daybook/reading"
import { RunStore, normalizeRun } from "@daybook/running"
import { WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"

export const until = Date.parse("2026-11-22T12:00:00Z")

/** A few items of each domain, with images, a workspace and texts that are hard to write down. */
export const life = Effect.gen(function* () {
  const { storeScrobbles } = yield* ListeningStore
  yield* storeScrobbles([...demoScrobbles({ until, count: 300 })])
  const odd = {
    album: "",
    imageUrl: "" as const,
    playedAt: until,
    artist: 'Line\nbreak "quoted" \\ 🎸',
    track: "\u0085\u2028",
  }
  yield* storeScrobbles([odd])
  const { store } = yield* articleBatches
  const article = {
    ...unknownArticle,
    source: "reader",
    sourceId: "1",
    title: "Salt",
    url: "https://a.example/1",
  }
  yield* store([{ ...article, content: "<p>Caramel and salt</p>".repeat(200), savedAt: until }], {
    source: "reader",
    cursor: "",
  })
  yield* (yield* WatchingStore).store([...demoWatching({ until })].slice(-60))
  const runs = [...demoRuns({ until })].slice(-20)
  yield* (yield* RunStore).storeRuns("demo", {
    runs: runs.map(normalizeRun),
    gone: [],
    details: runs.flatMap(({ details }) => details ?? []),
  })
  const { replaceFilms, storeRecords } = yield* CollectingStore
  yield* storeRecords(demoRecords({ until }).slice(0, 20))
  yield* replaceFilms("trakt", demoFilms({ until }).slice(0, 5), [])
  yield* (yield* CheckInStore).storeCheckIns([...demoCheckIns({ until })].slice(-100))
  const { change } = yield* AttendingStore
  yield* change((tables) => storeDemoEvents(tables, [...demoEvents({ until })].slice(-15)))
  yield* (yield* ImageStore).put([
    { url: "https://a.example/1.png", image: sampleImage("a") },
    { url: "https://a.example/2.png", image: sampleImage("b") },
  ])
  yield* (yield* Workspaces).createFirst("shop")
})
