import { editItems, StandingEdits } from "@daybook/kernel"
import {
  type EditedPlay,
  editedPlays,
  editPlaces,
  type NameFilter,
  type PlayEdits,
  playId,
  TrackId,
} from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { editLogIn } from "../kernel/edits.ts"
import { instant, instants, ints, texts } from "../sql/parameters.ts"
import { editedNamesIn } from "./editedNames.ts"
import { lookUpNames, Names } from "./names.ts"
import { storeImages } from "./albumImages.ts"
import { ofIds, playsByIds, showDuePlays, shownPlayId, takePlays } from "./placedPlays.ts"
import type { PlayCounts } from "./playCounts.ts"
import { readEditedPlays, readPlayIds, readPositions } from "./rows.ts"
import { standingIn } from "./tellings.ts"
import type { EditedTelling, Play, WriterEdits } from "./writer.ts"

/** The parts of the store that edits of plays need. */
interface PlayStore {
  readonly zone: DateTime.TimeZone
  readonly counts: PlayCounts
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
}

const idOf = ({ playedAt, track }: Play): string => playId({ trackId: TrackId.make(track.id), playedAt })

const itemOf = (id: string, { album, imageUrl, playedAt, track }: Play): EditedPlay => ({
  id,
  artist: track.artist.name,
  track: track.name,
  album: album?.name ?? "",
  imageUrl,
  playedAt,
})

/** The edits by hand of plays in SQL. */
export const editedPlaysIn = (sql: SqlClient.SqlClient, { counts, nameFilter, zone }: PlayStore) => {
  const showDue = showDuePlays(sql, zone, counts)
  const log = editLogIn(sql, "listening")
  const names = editedNamesIn(sql, { counts, log, nameFilter, zone })

  const remove = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    yield* takePlays(sql, ids)
    yield* sql`update edited_plays set track_id = null, album_id = null, is_due = true where id = any(${texts(ids)})`
    yield* showDue
  }, Effect.orDie)

  const edits = editItems(log, editedPlays, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return readEditedPlays(
        yield* sql`select found.id, coalesce(artists.told_name, artists.name) as artist,
            coalesce(tracks.told_name, tracks.name) as track, coalesce(albums.told_name, albums.name, '') as album,
            '' as image_url, found.played_at
          from (
            select wanted.id, play.played_at, coalesce(edited.track_id, play.track_id) as track_id,
              coalesce(edited.album_id, play.album_id) as album_id
            from ${playsByIds(sql, ids)} ${ofIds(sql)}
          ) as found
          join tracks on tracks.id = found.track_id
          join artists on artists.id = coalesce(tracks.told_artist_id, tracks.artist_id)
          left join albums on albums.id = found.album_id`,
      )
    }, Effect.orDie),
    put: Effect.fnUntraced(function* (plays: ReadonlyArray<EditedPlay>) {
      if (plays.length === 0) return
      const wanted = new Names()
      const rows = plays.map(({ album, artist, id, imageUrl, playedAt, track }) => {
        const by = wanted.artist(artist)
        return {
          id,
          playedAt,
          imageUrl,
          track: wanted.track(by, track),
          album: album === "" ? undefined : wanted.album(by, album),
        }
      })
      yield* lookUpNames(sql, wanted, yield* nameFilter, names.settle)
      yield* storeImages(sql, rows)
      const ids = texts(rows.map(({ id }) => id))
      const times = instants(rows.map(({ playedAt }) => playedAt))
      const tracks = ints(rows.map(({ track }) => track.id))
      const albums = ints(rows.map(({ album }) => album?.id ?? null))
      yield* takePlays(
        sql,
        rows.map(({ id }) => id),
      )
      yield* sql`insert into edited_plays (id, played_at, track_id, album_id, is_due)
        select *, true from unnest(${ids}, ${times}, ${tracks}, ${albums})
        on conflict (id) do update set played_at = excluded.played_at, track_id = excluded.track_id,
          album_id = excluded.album_id, is_due = true`
      yield* showDue
    }, Effect.orDie),
    remove,
    same: Effect.fnUntraced(function* ({ artist, playedAt, track }: EditedPlay) {
      const [known] = readPlayIds(
        yield* sql`select ${shownPlayId(sql)} as id from scrobbles as play
          join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
          where played_at = ${instant(playedAt)} and tracks.name = ${track} and artists.name = ${artist}`,
      )
      return known
    }, Effect.orDie),
  })
  const atSamePlace = Effect.fnUntraced(function* (id: string) {
    return readPlayIds(
      yield* sql`select other.id from edited_plays as edited join edited_plays as other using (played_at)
        join tracks on tracks.id = edited.track_id join tracks as others on others.id = other.track_id
        where edited.id = ${id} and coalesce(tracks.leads_to, tracks.id) = coalesce(others.leads_to, others.id)
        order by other.id`,
    )
  }, Effect.orDie)

  /** Stores told plays that share their place with edited ones. Gives the number of those that are new or have moved. */
  const place = Effect.fnUntraced(function* (plays: ReadonlyArray<Play>) {
    if (plays.length === 0) return 0
    const ids = plays.map(idOf)
    yield* storeImages(sql, plays)
    yield* takePlays(sql, ids)
    const changed =
      yield* sql`insert into edited_plays as edited (id, played_at, track_id, album_id, sources, is_due)
      select *, true from unnest(${texts(ids)}, ${instants(plays.map(({ playedAt }) => playedAt))},
        ${ints(plays.map(({ track }) => track.id))}, ${ints(plays.map(({ album }) => album?.id ?? null))},
        ${ints(plays.map(({ sources }) => sources))})
      on conflict (id) do update set album_id = excluded.album_id, is_due = true
        where excluded.album_id <> edited.album_id or (excluded.album_id is not null and edited.album_id is null)
      returning 1`
    yield* showDue
    return changed.length
  })

  const tellPlays: EditedTelling = Effect.fnUntraced(function* (plays) {
    const byId = new Map(plays.map((play) => [idOf(play), play]))
    const told = yield* edits.tell(Array.from(byId, ([id, play]) => itemOf(id, play)))
    const others = told.untouched.flatMap(({ id }) => byId.get(id) ?? [])
    const times = instants(others.map(({ playedAt }) => playedAt))
    const positions = new Set(
      readPositions(
        yield* sql`select position::int from unnest(${times}) with ordinality as given (played_at, position)
          where exists (select from edited_plays where edited_plays.played_at = given.played_at)`,
      ),
    )
    const shared = new Set(
      others.filter(
        ({ album, track }, at) => track.isShared || album?.isShared === true || positions.has(at + 1),
      ),
    )
    const placed = yield* place([...shared])
    return { changed: told.changed + placed, untouched: others.filter((play) => !shared.has(play)) }
  })

  const plays: PlayEdits = editPlaces(edits, atSamePlace, standingIn(sql))
  return {
    plays,
    remove,
    /** The ids that these lead to by merges. */
    leads: (ids: ReadonlyArray<string>) =>
      Effect.map(log.edits, (all) => {
        const standing = new StandingEdits(all)
        return ids.map((id) => standing.rootOf("play", id))
      }),
    names: names.edits,
    /** The edits as the writer knows them; undefined while there are none. */
    standing: Effect.map(log.edits, ({ length }): WriterEdits | undefined =>
      length === 0 ? undefined : { names: names.settle, tellPlays },
    ),
  }
}
