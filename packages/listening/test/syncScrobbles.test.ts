import { type SourceBatch, SourceError, type SyncEnd, SyncRunId, SyncRuns } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import {
  ListeningStore,
  type Scrobble,
  type ScrobbleSource,
  ScrobbleSources,
  syncScrobbles,
} from "../src/index.ts"
import { storeOf } from "./listeningStore.ts"

const scrobble = (second: number): Scrobble => ({
  track: `Track ${second}`,
  artist: "Artist",
  album: "",
  imageUrl: "",
  playedAt: second * 1000,
})

/** A store that keeps each play once, and each source's cursor with the batch that it came with. */
const makeStore = () => {
  const stored = new Map<number, Scrobble>()
  const cursors = new Map<string, string>()
  const batches: Array<ReadonlyArray<number>> = []
  const store = storeOf({
    cursor: (source) => Effect.sync(() => Option.fromNullishOr(cursors.get(source))),
    storeScrobbles: (scrobbles, cursor) =>
      Effect.sync(() => {
        const before = stored.size
        for (const play of scrobbles) stored.set(play.playedAt, play)
        batches.push(scrobbles.map(({ playedAt }) => playedAt))
        if (cursor !== undefined) cursors.set(cursor.source, cursor.cursor)
        return stored.size - before
      }),
  })
  return { store, stored, cursors, batches }
}

const fails = new SourceError({ source: "lastfm", failure: "unavailable", message: "is down" })

/**
 * A service whose cursor is how many batches it has given. It fails, each time, before the batch of that number;
 * it notes the cursors that it is handed.
 */
const makeSource = (
  batches: ReadonlyArray<ReadonlyArray<Scrobble>>,
  failsBefore?: number,
  name = "lastfm",
) => {
  const handed: Array<string | undefined> = []
  const source: ScrobbleSource = {
    name,
    latest: Effect.succeedNone,
    scrobbles: (cursor) => {
      handed.push(Option.getOrUndefined(cursor))
      const from = Number(Option.getOrElse(cursor, () => "0"))
      return Stream.fromIterable(batches.entries()).pipe(
        Stream.filter(([at]) => at >= from),
        Stream.mapEffect(([at, items]): Effect.Effect<SourceBatch<Scrobble>, SourceError> =>
          at === failsBefore ? Effect.fail(fails) : Effect.succeed({ items, cursor: String(at + 1) }),
        ),
      )
    },
  }
  return { source, handed }
}

const makeRuns = () => {
  const progress: Array<number> = []
  const ends: Array<SyncEnd> = []
  const runs = SyncRuns.of({
    take: () => Effect.void,
    begin: () => Effect.succeed(SyncRunId.make(1)),
    progress: (_, items) => Effect.sync(() => void progress.push(items)),
    end: (_, end) => Effect.sync(() => void ends.push(end)),
    list: () => Effect.die("not used in these tests"),
  })
  return { runs, progress, ends }
}

const sync = (
  store: ListeningStore["Service"],
  configured: ReadonlyArray<ScrobbleSource>,
  { runs } = makeRuns(),
) =>
  syncScrobbles.pipe(
    Effect.provideService(ListeningStore, store),
    Effect.provideService(ScrobbleSources, { configured, settings: "LASTFM_API_KEY" }),
    Effect.provideService(SyncRuns, runs),
  )

const twoBatches = [[scrobble(3), scrobble(2)], [scrobble(1)]]

describe("a sync of scrobbles", () => {
  it.effect("stores the source's batches as they come, and counts what was new", () =>
    Effect.gen(function* () {
      const kept = makeStore()
      const record = makeRuns()
      const { source } = makeSource([...twoBatches, [scrobble(1), scrobble(0)]])
      assert.deepStrictEqual(yield* sync(kept.store, [source], record), {
        itemsSynced: 4,
        remaining: 0,
        finishedAt: 0,
      })
      assert.deepStrictEqual(kept.batches, [[3000, 2000], [1000], [1000, 0]])
      assert.deepStrictEqual(record.progress, [2, 3, 4])
      assert.deepStrictEqual(record.ends, [
        { status: "completed", itemsSynced: 4, setAside: 0, error: "", failures: [] },
      ])
    }),
  )

  it.effect(
    "stores names that every store can keep: without NUL characters, 500 characters at the most",
    () =>
      Effect.gen(function* () {
        const { store, stored } = makeStore()
        const { source } = makeSource([[{ ...scrobble(2), album: "A\0".repeat(600) }]])
        yield* sync(store, [source])
        assert.strictEqual(stored.get(2000)?.album, "A".repeat(500))
      }),
  )

  it.effect("hands the source no cursor at first, and the last one after that", () =>
    Effect.gen(function* () {
      const { store, batches } = makeStore()
      const { source, handed } = makeSource(twoBatches)
      yield* sync(store, [source])
      const again = yield* sync(store, [source])
      assert.deepStrictEqual(handed, [undefined, "2"])
      assert.strictEqual(again.itemsSynced, 0)
      assert.strictEqual(batches.length, 2)
    }),
  )

  it.effect("keeps a cursor for each source by its name", () =>
    Effect.gen(function* () {
      const { store, cursors } = makeStore()
      const { source: one } = makeSource(twoBatches)
      const { source: other } = makeSource([[scrobble(9)]], undefined, "listenbrainz")
      assert.strictEqual((yield* sync(store, [one, other])).itemsSynced, 4)
      assert.deepStrictEqual(
        [...cursors],
        [
          ["lastfm", "2"],
          ["listenbrainz", "1"],
        ],
      )
    }),
  )

  const sizes = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })))
  it.effect.prop(
    "that a source broke off continues from there: nothing is lost and nothing is fetched again",
    [sizes, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 }))],
    ([lengths, failsBefore]) =>
      Effect.gen(function* () {
        let second = 0
        const batches = lengths.map((length) => Array.from({ length }, () => scrobble(second++)))
        const { store, stored, batches: storedBatches } = makeStore()
        const record = makeRuns()
        const broken = makeSource(batches, failsBefore).source
        const first = yield* Effect.result(sync(store, [broken], record))
        const before = batches.slice(0, failsBefore).flat().length
        assert.strictEqual(first._tag, failsBefore < batches.length ? "Failure" : "Success")
        assert.strictEqual(record.ends[0]?.itemsSynced, before)
        assert.strictEqual(stored.size, before)

        const rest = yield* sync(store, [makeSource(batches).source])
        assert.strictEqual(rest.itemsSynced, second - before)
        assert.deepStrictEqual(
          storedBatches,
          batches.map((batch) => batch.map(({ playedAt }) => playedAt)),
        )
      }),
  )

  it.effect("names the source that failed", () =>
    Effect.gen(function* () {
      const { store } = makeStore()
      const failed = yield* Effect.flip(sync(store, [makeSource(twoBatches, 1).source]))
      assert.deepStrictEqual([failed._tag, failed.message], ["SyncFailed", "lastfm: is down"])
    }),
  )

  it.effect("without a source says which settings would configure one", () =>
    Effect.gen(function* () {
      const failed = yield* Effect.flip(sync(makeStore().store, []))
      assert.deepStrictEqual(
        [failed._tag, failed.message],
        ["NotConfigured", "No source of listening is configured: set LASTFM_API_KEY"],
      )
    }),
  )
})
