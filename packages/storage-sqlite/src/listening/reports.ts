import type { playPartsOf, ReportedPlay } from "@daybook/listening"
import * as Shared from "@daybook/storage-sql/listening"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { readPlayIds } from "./rows.ts"
import { listeningSql } from "./sql.ts"

/** The ids of the plays of reports; undefined if the track was never stored. */
export const playIdsIn =
  ({ all, sql }: Database["Service"]): Shared.PlayIdsOf =>
  (tellings) =>
    Effect.sync(() =>
      tellings.map(({ artist, playedAt, track }: ReportedPlay) => {
        // The id of a play is by the spelling that came first.
        const [id] = readPlayIds(
          all(sql`select coalesce((
              select edited.id from edited_plays as edited where edited.played_at = ${playedAt}
                and edited.track_id = tracks.id order by edited.id <> tracks.id || ':' || ${playedAt}
            ), tracks.id || ':' || ${playedAt}) as id
            from tracks join artists on artists.id = tracks.told_artist_id
            where artists.told_name = ${artist} and tracks.told_name = ${track}`),
        )
        return id
      }),
    )

/** The reports of plays; to be made within one transaction. */
export const reportStore = (
  database: Database["Service"],
  sets: Shared.SourceSetIndex,
  dropEdited: (ids: ReadonlyArray<string>) => Effect.Effect<void>,
  hasEdits: boolean,
) => {
  const dropPlain = (plays: ReadonlyArray<ReturnType<typeof playPartsOf>>) =>
    Effect.sync(() =>
      database.many({
        text: "delete from scrobbles where played_at = ? and track_id = ?",
        rows: plays.map(({ playedAt, trackId }) => [playedAt, trackId]),
      }),
    )
  return Shared.reportStore(listeningSql(database), sets, { dropEdited, dropPlain }, hasEdits)
}
