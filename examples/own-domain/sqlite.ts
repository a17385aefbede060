import { type DateRange, dedupeByKey, type PageRequest, type SourceCursor } from "@daybook/kernel"
import { editItems, editStoreOf, InvalidInput, NoSuchItem } from "@daybook/kernel"
import { countRows, cursorsIn, Database, editLogIn } from "@daybook/storage-sqlite/sql"
import { inRange, journalIn, jsonList, migrateDomain } from "@daybook/storage-sqlite/sql"
import { onPage, rowsOf, searchIn, sidesOf, tableOf } from "@daybook/storage-sqlite/sql"
import { touchDays, touchTitles, utcDay, withSides, writerOf } from "@daybook/storage-sqlite/sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { editedPlays, fitsPlay } from "./edits.ts"
import { playEntry } from "./entry.ts"
import { GamePlayed, Play, playId } from "./model.ts"
import { PlayStore } from "./ports.ts"

/** A migration that has run anywhere is never edited: what comes later is `2_…`. */
export const migratePlays = migrateDomain("board_games", {
  "1_plays": [
    `create table board_game_plays (
      id text generated always as (played_at || ' ' || game) stored unique,
      game text not null,
      played_at int not null,
      players int not null,
      winner text not null,
      minutes int not null,
      primary key (played_at, game)
    ) strict`,
    `create table board_game_cursors (source text primary key, cursor text not null) strict`,
    // A change of a play touches its day, which is counted again in the same transaction.
    ...touchDays("board_game_plays", "board-games", (row) => utcDay(`${row}.played_at`)),
    // A play of a new game is a new title for search.
    ...touchTitles({
      table: "board_game_plays",
      domain: "board-games",
      type: "game",
      ids: (row) => `select ${row}.game as id`,
      of: ["game"],
    }),
  ],
})

// Columns and their types follow from the model.
const table = tableOf("board_game_plays", Play)
const readGames = rowsOf(GamePlayed)

const make = Effect.gen(function* () {
  const database = yield* Database
  const { all, many, read, sql } = database
  yield* migratePlays
  const { journal, settle } = yield* journalIn("board-games", {
    select: sql`select board_game_plays.*, played_at as at, 0 as day_only, 1 as count from board_game_plays`,
    ownDays: false,
    columns: table.columns,
    read: (rows) => table.read(rows).map(playEntry),
  })
  const search = yield* searchIn("board-games", {
    game: {
      select: sql`select game as id, game as title, '' as subtitle, max(played_at) as at, '' as url, '' as image_url,
        '' as text from board_game_plays group by game`,
    },
  })
  // Runs each change in one transaction, and raises the version of the data in it.
  const write = yield* writerOf("board-games", [settle, search.settle])
  const cursors = cursorsIn(database, "board_game_cursors")

  const among = (ids: ReadonlyArray<string>) => sql`id in (select value from json_each(${jsonList(ids)}))`
  const byHand = editItems(editLogIn(database, "board-games"), editedPlays, {
    read: (ids) =>
      Effect.sync(() =>
        table.read(all(sql`select ${table.columns} from board_game_plays where ${among(ids)}`)),
      ),
    put: (plays) =>
      Effect.sync(() => {
        many(table.insert(plays, table.replace("playedAt", "game")))
      }),
    remove: (ids) =>
      Effect.sync(() => {
        all(sql`delete from board_game_plays where ${among(ids)}`)
      }),
    fit: fitsPlay,
  })

  const storePlays = Effect.fn("PlayStore.storePlays")((plays: ReadonlyArray<Play>, cursor?: SourceCursor) =>
    write(
      Effect.gen(function* () {
        const { changed, untouched } = yield* byHand.tell(dedupeByKey(plays, playId))
        const stored = many(
          table.insert(untouched, `${table.mergeKnown("playedAt", "game")} returning 1`),
        ).length
        yield* cursors.save(cursor)
        return changed + stored
      }),
    ),
  )

  const play = Effect.fn("PlayStore.play")((id: string) =>
    read(
      Effect.map(byHand.leadsTo(id), (shown) =>
        Option.fromUndefinedOr(
          table.read(all(sql`select ${table.columns} from board_game_plays where id = ${shown}`))[0],
        ),
      ),
    ),
  )

  const plays = Effect.fn("PlayStore.plays")((range: DateRange, page: PageRequest) =>
    read(() => {
      const found = sql`board_game_plays where ${inRange(sql, "played_at", range)}`
      const rows = all(sql`select ${table.columns} from ${found}
        order by played_at desc, game desc ${onPage(sql, page)}`)
      return { items: table.read(rows), total: countRows(database, found) }
    }),
  )

  const games = Effect.fn("PlayStore.games")((range: DateRange, page: PageRequest) =>
    read(() => {
      const found = sql`(select game, count(*) as plays, sum(minutes) as minutes, max(played_at) as last_played_at
        from board_game_plays where ${inRange(sql, "played_at", range)} group by game)`
      const rows = all(sql`select * from ${found} order by plays desc, game ${onPage(sql, page)}`)
      return { items: readGames(rows), total: countRows(database, found) }
    }),
  )

  return PlayStore.of({
    storePlays,
    cursor: cursors.read,
    play,
    plays,
    games,
    journal,
    searchable: search.searchable,
    edits: editStoreOf([byHand], write),
  })
})

// A thread of the server writes its file: each member of the store says whether it reads or writes.
const sides = sidesOf(
  PlayStore,
  {
    storePlays: "write",
    edits: { make: "write", takeBack: "write" },
    cursor: "read",
    play: "read",
    plays: "read",
    games: "read",
    journal: "read",
    searchable: "read",
  },
  InvalidInput,
  NoSuchItem,
)

const store = Layer.effect(PlayStore, make)

/** Plays on SQLite, in a file or in memory. */
export const layer = withSides(store, [sides])
