import {
  editItems,
  editStoreOf,
  isWithin,
  lastOfEach,
  overKnown,
  pageIn,
  searchableOf,
} from "@daybook/kernel"
import { Calls, editLogIn, EditRows, inOneStep } from "@daybook/storage-memory/kernel"
import { countsOf, journalOf, makeCursors } from "@daybook/storage-memory/kernel"
import { raiseVersion, VersionCounts, versionIn } from "@daybook/storage-memory/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { editedPlays, fitsPlay } from "./edits.ts"
import { playEntry } from "./entry.ts"
import { type GamePlayed, Play, playId } from "./model.ts"
import { PlayStore } from "./ports.ts"

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

  const byHand = editItems(editLogIn(yield* EditRows, "board-games"), editedPlays, {
    read: (ids) => Effect.sync(() => ids.map((id) => stored.get(id)).filter((play) => play !== undefined)),
    put: (plays) => Effect.sync(() => plays.forEach((play) => stored.set(playId(play), play))),
    remove: (ids) => Effect.sync(() => ids.forEach((id) => stored.delete(id))),
    fit: fitsPlay,
  })

  const store = Effect.fnUntraced(function* (plays: ReadonlyArray<Play>) {
    const told = yield* byHand.tell(lastOfEach(plays, playId))
    const changed = told.untouched.flatMap((play) => {
      const known = stored.get(playId(play))
      const latest = known === undefined ? play : overKnown(known, play)
      return known !== undefined && isSame(known, latest) ? [] : [latest]
    })
    for (const play of changed) stored.set(playId(play), play)
    return told.changed + changed.length
  })

  return PlayStore.of({
    journal,
    searchable,
    storePlays: (plays, cursor) =>
      Effect.map(inOneStep(store(plays)), (changed) => {
        if (changed > 0) raiseVersion(versions, "board-games")
        cursors.save(cursor)
        return changed
      }),
    edits: editStoreOf([byHand], (change) =>
      inOneStep(Effect.tap(change, () => Effect.sync(() => raiseVersion(versions, "board-games")))),
    ),
    cursor: cursors.read,
    play: (id) => Effect.map(byHand.leadsTo(id), (to) => Option.fromUndefinedOr(stored.get(to))),
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
export const layer = Layer.provide(Layer.effect(PlayStore, make), countsOf("board-games"))

/** The calls that write plays, so that plays in memory can be exported: every member that does not read. */
export const calls = [
  Calls.recorderOf(PlayStore)<"cursor" | "games" | "journal" | "play" | "plays" | "searchable">(
    (recording) => ({
      storePlays: recording.write(({ storePlays }) => storePlays),
      edits: Calls.writeEdits(recording),
    }),
  ),
]
