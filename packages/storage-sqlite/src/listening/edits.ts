import type { EditedPlay, NameFilter } from "@daybook/listening"
import { playEditsOf, type SourceSetIndex } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { showingDue } from "./editedPlays.ts"
import { editedNamesIn } from "./names/editedNames.ts"
import { namesIn } from "./names/names.ts"
import { playIdsIn } from "./reports.ts"
import { listeningSql } from "./sql.ts"
import type { Play, WriterEdits } from "./writer.ts"

/** The parts of the store that edits of plays need. */
interface PlayStore {
  readonly zone: DateTime.TimeZone
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
  /** The version that the transaction at work raises. */
  readonly version: () => number
}

/** The edits of plays. */
export const editedPlaysIn = (database: Database["Service"], { nameFilter, version, zone }: PlayStore) => {
  const log = editLogIn(database, "listening")
  const showDue = showingDue(database, zone, version)
  const names = editedNamesIn(database, { log, nameFilter, showDue })
  const { areThere, leads, plays, remove, submitPlays } = playEditsOf<Play>(listeningSql(database), {
    log,
    showDue,
    playIdsOf: playIdsIn(database),
    noteSpelling: names.noteSpelling,
    lookUp: Effect.fnUntraced(function* (plays: ReadonlyArray<EditedPlay>) {
      const wanted = namesIn(database, yield* nameFilter)
      const found = plays.map(({ album, artist, track }) => ({
        track: wanted.track(artist, track),
        album: album === "" ? undefined : wanted.album(artist, album),
      }))
      yield* names.showNew(wanted)
      return found
    }),
  })

  /** The edits as the writer knows them. */
  const writer: WriterEdits = {
    showNew: names.showNew,
    submitPlays: (given: ReadonlyArray<Play>, sets: SourceSetIndex) =>
      Effect.suspend(() => {
        for (const { album, track } of given)
          for (const by of [track.spelledBy, album?.spelledBy]) if (by !== undefined) names.spelledBy.add(by)
        return submitPlays(given, sets)
      }),
  }
  return {
    plays,
    remove,
    leads,
    names: names.edits,
    areThere,
    writer,
    joinSpellings: names.joinSpellings,
    /** Shows names whose plays changed in the transaction in their most frequent spelling. */
    spell: names.spell,
  }
}
