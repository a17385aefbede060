import type { WatchingRecord } from "@daybook/watching"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Trakt } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

export const now = Date.UTC(2026, 6, 15, 12)
export const day = 86_400_000
export const at = (daysAgo: number) => new Date(now - daysAgo * day).toISOString()

export const trakt = (script: (asked: Asked, call: number) => Reply) =>
  Effect.gen(function* () {
    const clock = hastyClock(now)
    const server = yield* scriptedServer(script)
    const source = yield* Trakt.makeHistory({
      url: server.url,
      clientId: Redacted.make("the-client"),
      token: Redacted.make("the-token"),
    })
    const batches = (cursor?: string, most = Infinity) =>
      source.records(Option.fromUndefinedOr(cursor)).pipe(Stream.take(most), Stream.runCollect, clock.provide)
    return { server, clock, batches, readAgain: source.readAgain ?? (() => Effect.succeed([])) }
  }).pipe(Effect.provide(FetchHttpClient.layer))

export const refsOf = (batches: ReadonlyArray<{ readonly items: ReadonlyArray<WatchingRecord> }>) =>
  batches.flatMap(({ items }) =>
    items.flatMap((record) => (record.type === "watched" ? [Number(record.ref)] : [])),
  )

type Batches = ReadonlyArray<{ readonly items: ReadonlyArray<WatchingRecord> }>

/** The records, without those that say which watches there are. */
export const sourceVersions = (batches: Batches) =>
  batches.flatMap(({ items }) => items.filter(({ type }) => !type.startsWith("listed")))

/** The titles of the films and episodes that are rated, for each time that all of them are listed. */
export const ratedOf = (batches: Batches) =>
  batches.flatMap(({ items }) =>
    items.flatMap((record) =>
      record.type === "listed ratings" ? [record.items.map(({ title }) => title).sort()] : [],
    ),
  )

/** The times of the listed films, and their numbers. */
export const listedOf = (batches: Batches) =>
  batches.flatMap(({ items }) =>
    items.flatMap((record) =>
      record.type === "listed" && record.kind === "film"
        ? [{ from: record.from, refs: [...record.refs].map(Number).sort((one, other) => one - other) }]
        : [],
    ),
  )

export const lastCursor = (batches: ReadonlyArray<{ readonly cursor: string }>) => batches.at(-1)?.cursor

export const recordsOf = (script: (asked: Asked, call: number) => Reply) =>
  Effect.gen(function* () {
    const { batches } = yield* trakt(script)
    return sourceVersions(yield* batches())
  })
