import { type DateRange, dedupeByKey, type PageRequest, type SourceCursor } from "@daybook/kernel"
import { editItems, editStoreOf } from "@daybook/kernel"
import { editLogIn, instants, texts } from "@daybook/storage-postgres/sql"
import { countRows, cursorsIn, inRange, migrateDomain } from "@daybook/storage-postgres/sql"
import { journalIn, touchDays, utcDay } from "@daybook/storage-postgres/sql"
import { noteTitles, searchIn } from "@daybook/storage-postgres/sql"
import { onPage, rowsOf, tableOf } from "@daybook/storage-postgres/sql"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { editedPlays, fitsPlay } from "./edits.ts"
import { playEntry } from "./entry.ts"
import { GamePlayed, Play, playId } from "./model.ts"
import { PlayStore } from "./ports.ts"

/** A migration that has run anywhere is never edited: what comes later is `2_…`. */
export const migratePlays = migrateDomain("board_games", {
  "1_plays": (sql) => [
    // By code units, so that every database lists games in the same order.
    sql`create table board_game_plays (
      game text collate "C" not null,
      played_at timestamptz not null,
      players int not null,
      winner text not null,
      minutes int not null,
      primary key (played_at, game)
    )`,
    sql`create table board_game_cursors (source text primary key, cursor text not null)`,
  ],
  // A change of a play touches its day, which is counted again in the same transaction.
  "2_journal": (sql) => touchDays(sql, "board_game_plays", "board-games", utcDay("played_at")),
  // A play of a new game is a new title, which a search finds when the transaction has ended.
  "3_search": (sql) =>
    noteTitles(sql, {
      table: "board_game_plays",
      domain: "board-games",
      type: "game",
      id: "game",
      title: "game",
    }),
})

// Columns and their types follow from the model.
const table = tableOf("board_game_plays", Play)
const readGames = rowsOf(GamePlayed)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* migratePlays
  const { journal, write } = yield* journalIn("board-games", (client) => ({
    select: client`select board_game_plays.*, played_at as at, false as day_only, 1 as count,
      ((extract(epoch from played_at) * 1000)::bigint || ' ' || game) collate "C" as id
      from board_game_plays`,
    ownDays: false,
    columns: table.columns,
    read: (rows) => table.read(rows).map(playEntry),
  }))
  const { searchable } = yield* searchIn("board-games", (client) => ({
    game: {
      id: "text",
      select: client`select game as id, game as title, '' as subtitle, max(played_at) as at, '' as url, '' as image_url,
        '' as text from board_game_plays group by game`,
    },
  }))
  const cursors = cursorsIn(sql, "board_game_cursors")

  const among = (ids: ReadonlyArray<string>) => {
    const parts = ids.flatMap((id) => [...id.matchAll(/^(-?[0-9]{1,15}) (.*)$/gs)])
    const times = parts.map(([, time]) => Number(time))
    const names = parts.map(([, , game = ""]) => game)
    return sql`(played_at, game) in (select * from unnest(${instants(times)}, ${texts(names)}))`
  }
  const read = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    return table.read(yield* sql`select ${table.columns} from board_game_plays where ${among(ids)}`)
  }, Effect.orDie)
  const byHand = editItems(editLogIn(sql, "board-games"), editedPlays, {
    read,
    put: Effect.fnUntraced(function* (plays: ReadonlyArray<Play>) {
      if (plays.length > 0)
        yield* sql`${table.insert(plays)} on conflict (played_at, game) ${table.replace("playedAt", "game")}`
    }, Effect.orDie),
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      yield* sql`delete from board_game_plays where ${among(ids)}`
    }, Effect.orDie),
    fit: fitsPlay,
  })

  const storePlays = Effect.fn("PlayStore.storePlays")(function* (
    plays: ReadonlyArray<Play>,
    cursor?: SourceCursor,
  ) {
    return yield* write(
      Effect.gen(function* () {
        const told = yield* byHand.tell(dedupeByKey(plays, playId))
        const changed =
          told.untouched.length === 0
            ? []
            : yield* sql`${table.insert(told.untouched)} on conflict (played_at, game)
                ${table.mergeKnown("playedAt", "game")} returning 1`
        yield* cursors.save(cursor)
        return told.changed + changed.length
      }),
    )
  }, Effect.orDie)

  const play = Effect.fn("PlayStore.play")(function* (id: string) {
    const [found] = yield* read([yield* byHand.leadsTo(id)])
    return Option.fromUndefinedOr(found)
  })

  const plays = Effect.fn("PlayStore.plays")(function* (range: DateRange, page: PageRequest) {
    const found = sql`board_game_plays where ${inRange(sql, "played_at", range)}`
    const rows = yield* sql`select ${table.columns} from ${found}
      order by played_at desc, game desc ${onPage(sql, page)}`
    return { items: table.read(rows), total: yield* countRows(sql, found) }
  }, Effect.orDie)

  const games = Effect.fn("PlayStore.games")(function* (range: DateRange, page: PageRequest) {
    const found = sql`(select game, count(*)::int as plays, sum(minutes)::int as minutes,
      max(played_at) as last_played_at from board_game_plays
      where ${inRange(sql, "played_at", range)} group by game) as games`
    const rows = yield* sql`select * from ${found} order by plays desc, game ${onPage(sql, page)}`
    return { items: readGames(rows), total: yield* countRows(sql, found) }
  }, Effect.orDie)

  const edits = editStoreOf([byHand], (change) => Effect.catchTag(write(change), "SqlError", Effect.die))

  return PlayStore.of({ storePlays, cursor: cursors.read, play, plays, games, journal, searchable, edits })
})

/** Plays on PostgreSQL. */
export const layer = Layer.effect(PlayStore, make)
