import type { TitleEdits, TitleId } from "@daybook/watching"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"
import { copyParts } from "./editedTitles.ts"

const isAmong = (sql: Database["Service"]["sql"], ids: ReadonlyArray<TitleId> | undefined) =>
  ids === undefined ? sql`true` : sql`title_id in (select value from json_each(${jsonList(ids)}))`

/** Gives the watches of shows the running times of their episodes; of all shows where none are named. */
export const timeWatches = ({ all, sql }: Database["Service"], ids?: ReadonlyArray<TitleId>): void => {
  all(sql`update watches set runtime_minutes = told.minutes
    from (
      select id, coalesce(episodes.runtime_minutes, 0) as minutes
      from watches left join episodes using (title_id, season, episode) where kind = 'show' and ${isAmong(sql, ids)}
    ) as told
    where told.id = watches.id and told.minutes <> watches.runtime_minutes`)
}

/**
 * Sums the watches and ratings of titles again, and gives watches the running times of their episodes: of all titles
 * where none are named; in the transaction that changes them. Titles that were merged manually count as one, removed
 * ones not at all. A film's rating is the latest one, with a watch or by itself. Of those by themselves the latest
 * counts, which is none if it was undone.
 */
export const sumTitles = (
  database: Database["Service"],
  edits: TitleEdits,
  some?: ReadonlyArray<TitleId>,
): void => {
  const { all, sql } = database
  const ids = some && edits.together(some)
  const isOne = isAmong(sql, ids)
  if (!edits.isNone) copyParts(database, edits, ids ?? edits.together(edits.ids))
  timeWatches(database, ids)
  all(sql`delete from seen_titles where ${isOne}`)
  all(sql`with watched as (
      select title_id, count(*) as watch_count, count(*) filter (where before is null) as episodes_watched,
        min(at) filter (where precision <> 'unknown') as first_watched_at,
        max(at) filter (where precision <> 'unknown') as last_watched_at, sum(distinct month) as months
      from watches where ${isOne} group by title_id
    ), rated_apart as (
      select title_id, at, half_stars from (
        select *, row_number() over (partition by title_id order by at desc, half_stars desc) as place
        from title_ratings where season = 0 and episode = 0 and ${isOne}
      ) where place = 1
    ), rated as (
      select title_id, half_stars from (
        select *, row_number() over (partition by title_id order by at desc, half_stars desc) as place from (
          select title_id, at, half_stars from rated_apart
          union all select title_id, at, half_stars from watches where kind = 'film' and ${isOne}
        ) where half_stars > 0
      ) where place = 1
    )
    insert into seen_titles (title_id, kind, watch_count, episodes_watched, first_watched_at, last_watched_at, half_stars, months)
    select titles.id, kind, coalesce(watch_count, 0), iif(kind = 'show', coalesce(episodes_watched, 0), 0),
      first_watched_at, last_watched_at, iif(kind = 'film', coalesce(half_stars, 0), 0), coalesce(months, 0)
    from watched full join rated using (title_id) join titles on titles.id = title_id
    where (kind = 'film' or watch_count > 0)
      and titles.id not in (select value from json_each(${jsonList(edits.hidden)}))`)
}
