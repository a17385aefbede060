import { DataVersions, Edits } from "@daybook/kernel"
import {
  CatalogStore,
  checkRule,
  type CompilePattern,
  FilterStore,
  type ListeningLists,
  ListeningStore,
  Patterns,
  type Scrobble,
  reportKey,
} from "@daybook/listening"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import { randomUUID } from "node:crypto"
import * as Calls from "./calls.ts"
import { Journal } from "./journal.ts"

/**
 * The adapter in memory, which knows how to answer. It gets rules that were checked when they were set: a pattern
 * that the engine no longer reads must keep its place in the list, and hits nothing.
 */
const inMemory = (compile: CompilePattern) =>
  // Fresh: no one else who has the adapter in memory may share what is stored here.
  Layer.fresh(
    Layer.merge(ListeningSqlite.layer(), KernelSqlite.layer()).pipe(
      Layer.provide(Sqlite.layerMemory),
      Layer.orDie,
      Layer.provide(
        Layer.succeed(Patterns, {
          compile: (text) => Result.orElse(compile(text), () => Result.succeed(() => false)),
        }),
      ),
    ),
  )

/** A clock that is at the time of a call, so that the call returns the same when it is made again. */
const clockAt = (millis: number): Clock.Clock => {
  const nanos = BigInt(millis) * 1_000_000n
  return {
    currentTimeMillisUnsafe: () => millis,
    currentTimeMillis: Effect.succeed(millis),
    currentTimeNanosUnsafe: () => nanos,
    currentTimeNanos: Effect.succeed(nanos),
    monotonicTimeNanosUnsafe: () => nanos,
    monotonicTimeNanos: Effect.succeed(nanos),
    sleep: () => Effect.void,
  }
}

const parse = Option.liftThrowable((line: string): unknown => JSON.parse(line))
const decodeLine = Schema.decodeUnknownEffect(Calls.Line)

/** The last state that each source has reported of each play, so that the journal skips a line that repeats it. */
class Said {
  readonly #plays = new Map<string, string>()

  /** The plays of which a source says something else than what it said last, in this batch or before it. */
  news(scrobbles: ReadonlyArray<Scrobble>, source: string): ReadonlyArray<Scrobble> {
    const inBatch = new Map<string, string>()
    return scrobbles.filter((scrobble) => {
      const [play, said] = Said.#of(scrobble, source)
      const before = inBatch.get(play) ?? this.#plays.get(play)
      inBatch.set(play, said)
      return said !== before
    })
  }

  note(scrobbles: ReadonlyArray<Scrobble>, source: string): void {
    for (const scrobble of scrobbles) this.#plays.set(...Said.#of(scrobble, source))
  }

  static #of(scrobble: Scrobble, source: string): [play: string, said: string] {
    const { album, artist, imageUrl, track } = scrobble
    return [JSON.stringify([source, reportKey(scrobble)]), JSON.stringify([artist, track, album, imageUrl])]
  }
}

const make = Effect.fnUntraced(function* (folder: string) {
  const { compile } = yield* Patterns
  const memory = yield* Layer.build(inMemory(compile))
  const listening = Context.get(memory, ListeningStore)
  const filters = Context.get(memory, FilterStore)
  const catalog = Context.get(memory, CatalogStore)
  const versions = Context.get(memory, DataVersions)
  const edits = Context.get(memory, Edits)
  const journal = yield* Effect.acquireRelease(
    Effect.sync(() => new Journal(folder)),
    (opened) => Effect.sync(() => opened.close()),
  )

  const replays = new Map<string, (given: unknown) => Effect.Effect<unknown, unknown>>()

  /** Makes the calls that have come since the last time, in the journal's order; `own` replaces one. */
  const catchUp = Effect.fnUntraced(function* (own?: {
    readonly id: string
    readonly replay: Effect.Effect<unknown>
  }) {
    for (const text of journal.unread()) {
      const json = parse(text)
      if (Option.isNone(json)) {
        yield* Effect.logWarning("passed over a line of the journal that was cut short", folder)
        continue
      }
      const { at, call, given, id } = yield* Effect.orDie(decodeLine(json.value))
      const replay = replays.get(call)
      if (replay === undefined) throw new Error(`The journal was written by a later version: ${call}`)
      // A call that was refused then is refused now.
      yield* (id === own?.id ? own.replay : Effect.exit(replay(given))).pipe(
        Effect.provideService(Clock.Clock, clockAt(at)),
      )
    }
  })

  /** A call that is written down first, and made when its line is read: after those that others wrote before it. */
  const journaled = <Given, A, E>(
    call: string,
    schema: Schema.Codec<Given, unknown>,
    perform: (given: Given) => Effect.Effect<A, E>,
  ) => {
    const decode = Schema.decodeUnknownEffect(schema)
    const encode = Schema.encodeEffect(schema)
    replays.set(call, (given) => Effect.flatMap(Effect.orDie(decode(given)), perform))
    return Effect.fnUntraced(function* (given: Given): Effect.fn.Return<A, E> {
      const id = randomUUID()
      const at = yield* Clock.currentTimeMillis
      journal.append({ id, at, call, given: yield* Effect.orDie(encode(given)) })
      let result: Exit.Exit<A, E> | undefined
      const replay = Effect.map(Effect.exit(perform(given)), (exit) => (result = exit))
      yield* catchUp({ id, replay })
      if (result === undefined) throw new Error("The journal has lost a line that it took")
      return yield* result
    })
  }

  const turns = yield* Semaphore.make(1)
  /** One at a time, on everything that any process has written until now. */
  const inTurn = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    turns.withPermits(1)(Effect.uninterruptible(Effect.andThen(catchUp(), effect)))

  type Read = (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown>
  /** The adapter in memory's reads, each of them in turn. */
  const eachInTurn = <Reads extends object>(reads: Reads): Reads =>
    new Proxy(reads, {
      get: (all: { readonly [name in PropertyKey]?: Read }, name) => {
        const read = all[name]
        return read && ((...given: ReadonlyArray<unknown>) => inTurn(read(...given)))
      },
    })

  const said = new Said()
  const storeScrobbles = journaled("storeScrobbles", Calls.StoreScrobbles, (given) => {
    const { cursor, scrobbles, source = cursor?.source ?? "" } = given
    said.note(scrobbles, source)
    return listening.storeScrobbles(scrobbles, cursor, source)
  })
  const storeNews = Effect.fnUntraced(function* (
    ...[scrobbles, cursor, source = cursor?.source ?? ""]: Parameters<
      ListeningStore["Service"]["storeScrobbles"]
    >
  ) {
    const news = said.news(scrobbles, source)
    if (cursor !== undefined) return yield* storeScrobbles({ scrobbles: news, cursor, source })
    return news.length === 0 ? 0 : yield* storeScrobbles({ scrobbles: news, source })
  })

  const addFilter = journaled("addFilter", Calls.AddFilter, filters.add)
  const removeFilter = journaled("removeFilter", Calls.RemoveFilter, ({ id }) => filters.remove(id))
  const storeArtist = journaled("storeArtist", Calls.StoreArtist, ({ found, id, triedAt }) =>
    catalog.storeArtist(id, triedAt, found),
  )
  const storeTrack = journaled("storeTrack", Calls.StoreTrack, ({ found, id, triedAt }) =>
    catalog.storeTrack(id, triedAt, found && { song: found.song, album: found.album }),
  )
  const storeFacts = journaled("storeFacts", Calls.StoreFacts, ({ askedAt, facts, kind }) =>
    catalog.storeFacts(kind, askedAt, new Map(facts.map(({ id, ...told }) => [id, told]))),
  )

  const makeEdit = journaled("makeEdit", Calls.MakeEdit, listening.edits.make)
  const takeBackEdit = journaled("takeBackEdit", Calls.TakeBackEdit, listening.edits.takeBack)
  const splitDouble = journaled("splitDouble", Calls.SplitDouble, ({ id }) => listening.doubles.split(id))

  // Days are counted again as the journal is read. That they are other days than before is a change like any other.
  let zones = 0
  let lastZone = ""
  const countDaysIn = journaled("countDaysIn", Calls.CountDaysIn, ({ zone }) =>
    Effect.sync(() => {
      if (zone !== lastZone) zones += 1
      lastZone = zone
    }),
  )
  const zone = DateTime.zoneToString(yield* DateTime.CurrentTimeZone)
  yield* inTurn(Effect.suspend(() => (zone === lastZone ? Effect.void : countDaysIn({ zone }))))

  const current = inTurn(
    Effect.map(versions.current, (counts) =>
      new Map(counts).set("listening", (counts.get("listening") ?? 0) + zones),
    ),
  )

  const lists: ListeningLists = {
    ...listening.lists,
    // The version that is asked by has the zones in it.
    plays: ({ cameAfter, ...query }, page) =>
      listening.lists.plays(
        cameAfter === undefined ? query : { ...query, cameAfter: cameAfter - zones },
        page,
      ),
  }

  return Context.empty().pipe(
    Context.add(ListeningStore, {
      storeScrobbles: (scrobbles, cursor, source) => inTurn(storeNews(scrobbles, cursor, source)),
      cursor: (source) => inTurn(listening.cursor(source)),
      newest: inTurn(listening.newest),
      find: (listen) => inTurn(listening.find(listen)),
      journal: eachInTurn(listening.journal),
      lists: eachInTurn(lists),
      edits: {
        make: (edit) => inTurn(makeEdit(edit)),
        takeBack: (edit) => inTurn(takeBackEdit(edit)),
      },
      doubles: {
        list: (page) => inTurn(listening.doubles.list(page)),
        split: (id) => inTurn(splitDouble({ id })),
        sources: (ids) => inTurn(listening.doubles.sources(ids)),
      },
      searchable: {
        titles: (query) => inTurn(listening.searchable.titles(query)),
        items: (keys) => inTurn(listening.searchable.items(keys)),
      },
    }),
    Context.add(FilterStore, {
      add: (rule) =>
        Effect.flatMap(Effect.fromResult(checkRule(rule, compile)), (kept) => inTurn(addFilter(kept))),
      remove: (id) => inTurn(removeFilter({ id })),
      list: (page) => inTurn(filters.list(page)),
      hides: (listen) => inTurn(filters.hides(listen)),
    }),
    Context.add(CatalogStore, {
      artistsToEnrich: (triedBefore, limit) => inTurn(catalog.artistsToEnrich(triedBefore, limit)),
      tracksToEnrich: (triedBefore, limit) => inTurn(catalog.tracksToEnrich(triedBefore, limit)),
      storeArtist: (id, triedAt, found) =>
        inTurn(storeArtist({ id, triedAt, ...(found !== undefined && { found }) })),
      storeTrack: (id, triedAt, found) =>
        inTurn(
          storeTrack({
            id,
            triedAt,
            ...(found !== undefined && {
              found: { song: found.song, ...(found.album !== undefined && { album: found.album }) },
            }),
          }),
        ),
      itemsToDescribe: (kind, askedBefore, limit) =>
        inTurn(catalog.itemsToDescribe(kind, askedBefore, limit)),
      storeFacts: (kind, askedAt, facts) =>
        inTurn(storeFacts({ kind, askedAt, facts: Array.from(facts, ([id, told]) => ({ id, ...told })) })),
    }),
    Context.add(Edits, {
      list: (page) => inTurn(edits.list(page)),
      find: (id) => inTurn(edits.find(id)),
    }),
    Context.add(DataVersions, { current, asked: current, probe: Effect.sync(() => journal.probe()) }),
  )
})

/**
 * The ports of listening on a plain file, `listening.jsonl` in the folder: the calls that changed something, one on
 * each line, which are made again on the adapter in memory when the folder is opened. Everything stored is therefore in
 * memory too, opening takes as long as reading the file, and ids are those that the adapter in memory gives in that
 * order: one version of it, exactly, has to read what it wrote.
 */
export const layer = (
  folder: string,
): Layer.Layer<
  ListeningStore | FilterStore | CatalogStore | DataVersions | Edits,
  never,
  DateTime.CurrentTimeZone
> => Layer.effectContext(make(folder))
