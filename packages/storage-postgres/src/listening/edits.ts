import type { EditedPlay, NameFilter } from "@daybook/listening"
import { playEditsOf } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { editLogIn } from "../kernel/edits.ts"
import { publishChangedPlays } from "./editedPlays.ts"
import { editedNamesIn } from "./names/editedNames.ts"
import { lookUpNames, Names } from "./names/names.ts"
import type { PlayCounts } from "./playCounts.ts"
import { playIdsIn } from "./reports.ts"
import { listeningSql } from "./sql.ts"
import type { Play, WriterEdits } from "./writer.ts"

/** The parts of the store that edits of plays need. */
interface PlayStore {
  readonly zone: DateTime.TimeZone
  readonly counts: PlayCounts
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
}

/** The edits of plays in SQL. */
export const editedPlaysIn = (sql: SqlClient.SqlClient, { counts, nameFilter, zone }: PlayStore) => {
  const log = editLogIn(sql, "listening")
  const { edits, joinSpellings, noteSpelling, settle, spell } = editedNamesIn(sql, {
    counts,
    log,
    nameFilter,
    zone,
  })
  const { submitPlays, ...plays } = playEditsOf<Play>(listeningSql(sql), {
    log,
    noteSpelling,
    showDue: publishChangedPlays(sql, zone, counts),
    playIdsOf: playIdsIn(sql),
    lookUp: Effect.fnUntraced(function* (plays: ReadonlyArray<EditedPlay>) {
      const wanted = new Names()
      const found = plays.map(({ album, artist, track }) => {
        const by = wanted.artist(artist)
        return { track: wanted.track(by, track), album: album === "" ? undefined : wanted.album(by, album) }
      })
      yield* lookUpNames(sql, wanted, yield* nameFilter, settle, true)
      return found
    }),
  })
  /** The edits as the writer knows them. */
  const writer: WriterEdits = { names: settle, submitPlays }
  return { ...plays, names: edits, writer, joinSpellings, spell }
}
