import { AttendingStore } from "@daybook/attending"
import { CollectingStore } from "@daybook/collecting"
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
import { ImageStore } from "@daybook/images"
import { sampleImage } from "@daybook/images/contract"
import { ImportStore, type NewEdit, ServiceStates, RejectedRowStore, SyncRuns } from "@daybook/kernel"
import {
  ArtistId,
  CatalogStore,
  factsOf,
  FilterStore,
  ListeningStore,
  PlayDetailsStore,
  NowPlayingStore,
} from "@daybook/listening"
import { CheckInStore } from "@daybook/places"
import { ArticleId, articleBatches, ArticleStore, unknownArticle, VectorIndex } from "@daybook/reading"
import { RunStore, normalizeRun } from "@daybook/running"
import { TitleId, WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"
import { Random } from "../../faults/random.ts"
import { until } from "./smallLife.ts"

const plays = [...demoScrobbles({ until, count: 200 })]
const watches = [...demoWatching({ until })].slice(-80)
const runs = [...demoRuns({ until })].slice(-30)
const records = demoRecords({ until }).slice(0, 40)
const films = demoFilms({ until }).slice(0, 10)
const checkIns = [...demoCheckIns({ until })].slice(-60)
const events = [...demoEvents({ until })].slice(-45, -15)

/** A history of items that arrive, arrive again, and are corrected, merged, removed, resolved and abandoned, in a seed's order. */
export const randomLife = Effect.fnUntraced(function* (seed: number, length: number) {
  const random = new Random(seed)
  const below = (count: number) => random.below(count)
  const some = <A>(all: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
    const from = below(all.length)
    return all.slice(from, from + 1 + below(most))
  }
  const oneOf = <A>(first: A, ...others: ReadonlyArray<A>): A =>
    [first, ...others][below(1 + others.length)] ?? first

  // Each event is added once.
  const attended = [...events]

  const listening = yield* ListeningStore
  const filters = yield* FilterStore
  const catalog = yield* CatalogStore
  const details = yield* PlayDetailsStore
  const playingNow = yield* NowPlayingStore
  const articles = yield* ArticleStore
  const vectors = yield* VectorIndex
  const batches = yield* articleBatches
  const watching = yield* WatchingStore
  const running = yield* RunStore
  const collecting = yield* CollectingStore
  const places = yield* CheckInStore
  const attending = yield* AttendingStore
  const images = yield* ImageStore
  const imports = yield* ImportStore
  const setAside = yield* RejectedRowStore
  const states = yield* ServiceStates
  const syncs = yield* SyncRuns

  const edit = (types: readonly [string, ...ReadonlyArray<string>], id: string): NewEdit => {
    const action = oneOf("correct", "merge", "remove")
    return {
      type: oneOf(...types),
      itemId: id,
      action,
      fields:
        action === "correct"
          ? { name: `Name ${below(3)}` }
          : action === "merge"
            ? { into: String(1 + below(8)) }
            : {},
      at: until,
    }
  }

  const steps: ReadonlyArray<() => Effect.Effect<unknown, unknown>> = [
    () =>
      listening.storeScrobbles(
        some(plays, 40),
        { source: oneOf("lastfm", "spotify"), cursor: String(below(9)) },
        oneOf("lastfm", "spotify", "listenbrainz"),
      ),
    () => listening.edits.make(edit(["artist", "album", "track"], String(1 + below(8)))),
    () =>
      Effect.flatMap(listening.doubles.list({ page: 1, limit: 1 }), ({ items: [first] }) =>
        listening.doubles.split(first?.id ?? "none"),
      ),
    () =>
      filters.add({
        kind: "artist",
        match: "exact",
        value: plays[below(plays.length)]?.artist ?? "",
        reason: "",
      }),
    () =>
      Effect.flatMap(filters.list({ page: 1, limit: 1 }), ({ items }) =>
        Effect.forEach(items, ({ id }) => filters.remove(id)),
      ),
    () => catalog.storeArtist(ArtistId.make(1 + below(5)), until, undefined),
    () => catalog.storeFacts("album", until, new Map([[1 + below(5), factsOf.album(1990 + below(9))]])),
    () =>
      details.put(
        some(plays, 3).map(({ artist, playedAt, track }) => ({
          artist,
          track,
          playedAt,
          details: '{"a":1}',
        })),
      ),
    () =>
      playingNow.put({
        artist: "Low",
        album: "",
        track: "Hey",
        imageUrl: "",
        details: "",
        endsAt: until + below(9),
      }),
    () =>
      batches.store(
        [
          {
            ...unknownArticle,
            source: "reader",
            sourceId: String(below(6)),
            title: `Salt ${below(4)}`,
            url: `https://a.example/${below(6)}`,
            content: `<p>Caramel ${below(3)} and salt</p>`,
            savedAt: until,
          },
          {
            source: "reader",
            sourceId: `h${below(4)}`,
            articleSourceId: String(below(6)),
            text: "Sugar",
            note: `${below(2)}`,
            highlightedAt: until,
          },
        ],
        { source: "reader", cursor: String(below(9)) },
      ),
    Effect.fnUntraced(function* () {
      const contents = yield* articles.contents(
        yield* articles.toExcerpt({ limit: 3, offset: 0, all: false }),
      )
      yield* articles.storeExcerpts(
        contents.map(({ id, revision }) => ({ id, revision, excerpt: `Salt ${id}` })),
      )
    }),
    Effect.fnUntraced(function* () {
      const contents = yield* articles.contents(yield* articles.toClean(1, 3))
      yield* articles.storeCleaned(
        1,
        contents.map(({ content, id, revision }) => ({ id, revision, html: content })),
      )
    }),
    () => articles.edits.make(edit(["article"], String(1 + below(5)))),
    () =>
      vectors.store("words", [
        { id: ArticleId.make(1), textHash: String(below(3)), vector: Float32Array.of(1, below(3) / 2, 0) },
      ]),
    () => watching.store(some(watches, 20), { source: "trakt", cursor: String(below(9)) }),
    () => watching.describe(TitleId.make(1 + below(9)), until, undefined),
    () => watching.edits.make(edit(["movie", "show"], String(1 + below(9)))),
    () =>
      running.storeRuns("demo", {
        runs: some(runs, 6).map(normalizeRun),
        gone: some(runs, 2).map(({ ref }) => ref),
        details: some(runs, 4).flatMap(({ details }) => details ?? []),
      }),
    () => collecting.storeRecords(some(records, 12), { source: "discogs", cursor: String(below(9)) }),
    () =>
      Effect.flatMap(collecting.recordsBeside("discogs", new Set()), (all) =>
        collecting.removeRecords(some(all, 2).map(({ id }) => id)),
      ),
    () => collecting.replaceFilms("trakt", some(films, 5), []),
    () => collecting.edits.make(edit(["record"], String(1 + below(9)))),
    () => places.storeCheckIns(some(checkIns, 10)),
    () =>
      places.follow("phone", () =>
        Effect.succeed({
          cursor: String(below(9)),
          begun: some(checkIns, 3),
          gone: some(checkIns, 2).map(({ id }) => id),
        }),
      ),
    () => attending.change((tables) => storeDemoEvents(tables, attended.splice(0, 2))),
    () =>
      attending.change((tables) =>
        Effect.andThen(storeDemoEvents(tables, attended.slice(0, 2)), Effect.fail("on second thoughts")),
      ),
    () =>
      attending.storeEntries(
        [{ sourceType: "calendar", sourceRef: String(below(5)), rawData: { title: `Game ${below(3)}` } }],
        { source: "calendar", cursor: String(below(9)) },
      ),
    () => attending.edits.make(edit(["event", "venue", "performer"], String(1 + below(6)))),
    () => images.put([{ url: `https://a.example/${below(4)}.png`, image: sampleImage(oneOf("a", "b")) }]),
    () => images.noteFailure(`https://a.example/${below(6)}.png`, until),
    () =>
      Effect.flatMap(imports.add({ name: "a.csv", file: "here", fingerprint: "f" }), (id) =>
        imports.end(id, { status: "failed", error: "torn" }),
      ),
    () =>
      setAside.keep("listening", "lastfm", "1", [
        { source: "lastfm", ref: String(below(4)), kind: "row", raw: "{}", reason: "no name", whole: true },
      ]),
    () => setAside.remove("listening", "lastfm", [String(below(4))]),
    () => states.failed("lastfm", "away"),
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          yield* syncs.take("listening")
          const id = yield* syncs.begin("listening")
          yield* syncs.progress(id, below(9), 0)
          // Some runs are cut off.
          if (below(2) === 0) return
          yield* syncs.end(id, { status: "completed", itemsSynced: 1, setAside: 0, error: "", failures: [] })
        }),
      ),
  ]
  for (let at = 0; at < length; at++) yield* Effect.exit(steps[below(steps.length)]?.() ?? Effect.void)
})
