import { isWithin, lastOfEach, overKnown, pageIn, searchableOf } from "@daybook/kernel"
import { counts, journalOf, makeCursors } from "@daybook/storage-memory/kernel"
import { raiseVersion, VersionCounts, versionIn } from "@daybook/storage-memory/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { playEntry } from "./entry.ts"
import { type GamePlayed, Play } from "./model.ts"
import { PlayStore } from "./ports.ts"

const keyOf = ({ game, playedAt }: Play) => JSON.stringify([playedAt, game])
const isSame = Schema.toEquivalence(Play)

const gamesOf = (plays: ReadonlyArray<Play>): ReadonlyArray<GamePlayed> =>
  Array.from(
    Map.groupBy(plays, ({ game }) => game),
    ([game, all]) => ({
      game,
      plays: all.length,
      minutes: all.reduce((sum, { minutes }) => sum + minutes, 0),
      lastPlayedAt: Math.max(...all.map(({ playedAt }) => playedAt)),
    }),
  )

const make = Effect.gen(function* () {
  const versions = yield* VersionCounts
  const stored = new Map<string, Play>()
  const cursors = makeCursors()
  const journal = journalOf(
    yield* DateTime.CurrentTimeZone,
    () => versionIn(versions, "board-games"),
    () => [...stored.values()].map(playEntry),
  )

  const searchable = searchableOf(() => versionIn(versions, "board-games"), {
    game: () =>
      gamesOf([...stored.values()]).map(({ game, lastPlayedAt }) => ({
        id: game,
        title: game,
        at: lastPlayedAt,
      })),
  })

  return PlayStore.of({
    journal,
    searchable,
    storePlays: (plays, cursor) =>
      Effect.sync(() => {
        const changed = lastOfEach(plays, keyOf).flatMap((play) => {
          const known = stored.get(keyOf(play))
          const told = known === undefined ? play : overKnown(known, play)
          return known !== undefined && isSame(known, told) ? [] : [told]
        })
        for (const play of changed) stored.set(keyOf(play), play)
        if (changed.length > 0) raiseVersion(versions, "board-games")
        cursors.save(cursor)
        return changed.length
      }),
    cursor: cursors.read,
    plays: (range, page) =>
      Effect.sync(() => {
        const found = [...stored.values()].filter(({ playedAt }) => isWithin(range, playedAt))
        return pageIn(
          found.sort((a, b) => b.playedAt - a.playedAt || (a.game < b.game ? 1 : -1)),
          page,
        )
      }),
    games: (range, page) =>
      Effect.sync(() => {
        const found = [...stored.values()].filter(({ playedAt }) => isWithin(range, playedAt))
        return pageIn(
          gamesOf(found).toSorted((a, b) => b.plays - a.plays || (a.game < b.game ? -1 : 1)),
          page,
        )
      }),
  })
})

/** Plays in memory. */
export const layer = Layer.provide(Layer.effect(PlayStore, make), counts)
