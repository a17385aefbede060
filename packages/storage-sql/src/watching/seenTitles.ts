import type { TitleEdits, TitleId } from "@daybook/watching"
import * as Effect from "effect/Effect"
import type { Sql } from "../sql.ts"
import { copyParts } from "./editedTitles.ts"

const isAmong = ({ amongNumbers, sql }: Sql, ids: ReadonlyArray<TitleId> | undefined) =>
  ids === undefined ? sql`true` : amongNumbers("title_id", ids)

/** Adds to the watches of shows the running times of their episodes; for all shows by default. */
export const timeWatches = (database: Sql, ids?: ReadonlyArray<TitleId>) =>
  database.sql`update watches set runtime_minutes = told.minutes
    from (
      select id, coalesce(episodes.runtime_minutes, 0) as minutes
      from watches left join episodes using (title_id, season, episode) where kind = 'show' and ${isAmong(database, ids)}
    ) as told
    where told.id = watches.id and told.minutes <> watches.runtime_minutes`

/**
 * Recounts the watches and ratings of titles, and adds to watches the running times of their episodes: for all titles
 * by default; to be run in the transaction that changes them. Merged titles count as one, removed ones not at all. A
 * film's rating is the latest one, with or without a watch. A removed latest rating counts as none.
 */
export const sumTitles = Effect.fnUntraced(function* (
  database: Sql,
  edits: TitleEdits,
  some?: ReadonlyArray<TitleId>,
) {
  const { sql } = database
  const ids = some && edits.together(some)
  const isOne = isAmong(database, ids)
  const { hidden } = edits
  const isShown = hidden.length === 0 ? sql`true` : sql`not ${database.amongNumbers("titles.id", hidden)}`
  if (!edits.isNone) yield* copyParts(database, edits, ids ?? edits.together(edits.ids))
  yield* timeWatches(database, ids)
  yield* sql`delete from seen_titles where ${isOne}`
  yield* sql`with watched as (
      select title_id, count(*) as watch_count, count(*) filter (where before is null) as episodes_watched,
        min(at) filter (where precision <> 'unknown') as first_watched_at,
        max(at) filter (where precision <> 'unknown') as last_watched_at, cast(sum(distinct month) as int) as months
      from watches where ${isOne} group by title_id
    ), rated_apart as (
      select title_id, at, half_stars from (
        select *, row_number() over (partition by title_id order by at desc, half_stars desc) as place
        from title_ratings where season = 0 and episode = 0 and ${isOne}
      ) as rating where place = 1
    ), rated as (
      select title_id, half_stars from (
        select *, row_number() over (partition by title_id order by at desc, half_stars desc) as place from (
          select title_id, at, half_stars from rated_apart
          union all select title_id, at, half_stars from watches where kind = 'film' and ${isOne}
        ) as every where half_stars > 0
      ) as rating where place = 1
    )
    insert into seen_titles (title_id, kind, watch_count, episodes_watched, first_watched_at, last_watched_at, half_stars, months)
    select titles.id, kind, coalesce(watch_count, 0), case when kind = 'show' then coalesce(episodes_watched, 0) else 0 end,
      first_watched_at, last_watched_at, case when kind = 'film' then coalesce(half_stars, 0) else 0 end,
      coalesce(months, 0)
    from watched full join rated using (title_id) join titles on titles.id = title_id
    where (kind = 'film' or watch_count > 0) and ${isShown}`
})
