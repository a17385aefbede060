import { type BatchStore, describeDomain, type EventTiming } from "@daybook/kernel"
import { storeBatches, syncDomain } from "@daybook/kernel"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { playByHand } from "./edits.ts"
import { type GamesReview, Play, normalizePlay } from "./model.ts"
import { PlaySources, PlayStore } from "./ports.ts"

/** Plays that lie ahead of the clock are set aside until it comes near them. */
const happened: EventTiming<Play> = {
  at: ({ playedAt }) => playedAt,
  ref: ({ game, playedAt }) => JSON.stringify([playedAt, game]),
  schema: Play,
}

/** The storing of plays, as syncs, imports and people use it. */
export const playBatches = Effect.map(PlayStore, (store): BatchStore<Play> => ({
  happened,
  cursor: store.cursor,
  store: (plays, cursor) => store.storePlays(plays.map(normalizePlay), cursor),
}))

/** Brings in the plays since the last sync, from every configured source. */
export const syncPlays = Effect.gen(function* () {
  const store = yield* playBatches
  return yield* syncDomain("board-games", yield* PlaySources, (source, report) =>
    storeBatches(store, source, source.plays, report),
  )
})

/** Board games as hosts see them. */
export const domain = describeDomain({
  name: "board-games",
  dataVersions: ["board-games"],
  journal: Effect.map(PlayStore, ({ journal }) => journal),
  review: (range) =>
    Effect.flatMap(PlayStore, ({ games }) => games(range, { page: 1, limit: 10 })).pipe(
      Effect.map(({ items, total }): GamesReview => ({ games: total, mostPlayed: items })),
    ),
  searchable: Effect.map(PlayStore, ({ searchable }) => searchable),
  edited: [playByHand],
  edits: Effect.map(PlayStore, ({ edits }) => edits),
  sync: { run: syncPlays, sources: PlaySources, every: Duration.minutes(60) },
})
