import { editStoreOf, type EpochMillis, dedupeByKey, type SourceCursor } from "@daybook/kernel"
import {
  CollectingStore,
  filmEntry,
  mediaId,
  type OwnedFilm,
  type OwnedRecord,
  recordEntry,
  type RecordId,
  type ReleaseDetails,
  type Unread,
  type WantedRecord,
} from "@daybook/collecting"
import * as Effect from "effect/Effect"
import { cursorsOf } from "../cursors.ts"
import type { EntrySelect, ItemSelect, StoreParts } from "../parts.ts"
import { type Sql, writtenBy } from "../sql.ts"
import { editedFilmsOf, editedRecordsOf } from "./edits.ts"
import { filmKey, listsOf } from "./lists.ts"
import { recordsOf } from "./records.ts"
import { reviewOf } from "./review.ts"
import * as Rows from "./rows.ts"

/** Records and films whose time is known, as entries. */
export const entries = ({ byCodeUnits, sql }: Sql): EntrySelect => {
  const units = sql.literal(byCodeUnits)
  return {
    // Columns of one type on both sides: else SQLite sorts all of them instead of merging two indexes.
    select: sql`select ('record:' || id) ${units} as id, added_at as at, false as day_only, 1 as count,
        id as record_id, cast('' as text) as film_id, title, artist, year, cover_url, added_at
      from owned_records where added_at is not null
      union all
      select ('media:' || id) ${units}, added_at, false, 1, cast(null as int), id, title, cast('' as text), year,
        cast('' as text), added_at
      from owned_films where added_at is not null`,
    ownDays: false,
    columns: sql`*`,
    read: (rows) =>
      Rows.readAdded(rows).map(({ filmId, recordId, ...row }) =>
        recordId === undefined ? filmEntry({ ...row, id: filmId }) : recordEntry({ ...row, id: recordId }),
      ),
  }
}

/** Records and films as items that a search finds. */
export const items = ({ sql }: Sql): Readonly<Record<string, ItemSelect>> => ({
  record: {
    id: "int",
    select: sql`select id, title, artist as subtitle, added_at as at, '' as url, cover_url as image_url, '' as text
      from owned_records`,
  },
  media: {
    id: "text",
    select: sql`select id, title, case when year = 0 then '' else cast(year as text) end as subtitle,
        added_at as at, '' as url, '' as image_url, '' as text
      from owned_films`,
  },
})

/** Records, wanted ones too, and the facts of their releases. */
const recordMembers = ({ database, write }: StoreParts, records: ReturnType<typeof recordsOf>) => {
  const { given, instant, read, sql, tableOf } = database
  const [releaseDetails, wantedRecords] = [tableOf(Rows.releaseDetails), tableOf(Rows.wantedRecords)]
  const cursors = cursorsOf(database, "collecting_cursors")
  return {
    cursor: cursors.read,
    storeRecords: Effect.fn("CollectingStore.storeRecords")(
      (batch: ReadonlyArray<OwnedRecord>, cursor?: SourceCursor) =>
        write(Effect.tap(records.write(batch), cursors.save(cursor))),
    ),
    recordsBeside: Effect.fn("CollectingStore.recordsBeside")(records.beside, read),
    removeRecords: Effect.fn("CollectingStore.removeRecords")((ids: ReadonlyArray<RecordId>) =>
      write(records.remove(ids)),
    ),
    releasesToDescribe: Effect.fn("CollectingStore.releasesToDescribe")(function* (
      source: string,
      askedBefore: EpochMillis,
      limit: number,
    ) {
      return Rows.readReleaseIds(
        yield* sql`select release_id from owned_records left join release_details using (source, release_id)
          where source = ${source} and release_id > 0
            and (asked_at is null or (not found and asked_at < ${instant(askedBefore)}))
          group by release_id, asked_at
          order by asked_at nulls first, max(added_at) desc nulls last, release_id limit ${limit}`,
      )
    }, read),
    describeRelease: Effect.fn("CollectingStore.describeRelease")(function* (
      source: string,
      releaseId: number,
      askedAt: EpochMillis,
      details: ReleaseDetails | undefined,
    ) {
      const isKnown = yield* sql`select 1 from release_details
              where source = ${source} and release_id = ${releaseId} and found`
      if (details === undefined && isKnown.length > 0) return
      yield* releaseDetails.replace(
        [Rows.detailsRow(source, releaseId, askedAt, details)],
        "source",
        "releaseId",
      )
    }, writtenBy(write)),
    replaceWanted: Effect.fn("CollectingStore.replaceWanted")(
      (source: string, wanted: ReadonlyArray<WantedRecord>, unread: ReadonlyArray<number>) => {
        const all = dedupeByKey(
          wanted.map((one) => ({ ...one, source })),
          ({ releaseId }) => String(releaseId),
        )
        const kept = [...all.map(({ releaseId }) => releaseId), ...unread]
        return write(
          Effect.gen(function* () {
            const removed = yield* sql`delete from wanted_records where source = ${source}
            and release_id not in (select id from ${given("one", { id: ["bigint", kept] })}) returning release_id`
            return removed.length + (yield* wantedRecords.replace(all, "source", "releaseId"))
          }),
        )
      },
    ),
  } satisfies Partial<CollectingStore["Service"]>
}

/** Films and shows on discs. */
const filmMembers = ({ database, write }: StoreParts, filmsByHand: ReturnType<typeof editedFilmsOf>) => {
  const { amongTexts, read, sql, tableOf } = database
  const ownedFilms = tableOf(Rows.ownedFilms)

  const upsertFilms = Effect.fnUntraced(function* (
    source: string,
    films: ReadonlyArray<OwnedFilm>,
    unread: Unread,
  ) {
    const all = dedupeByKey(
      films.map((film) => ({ ...film, source, id: mediaId({ ...film, source }) })),
      ({ id }) => id,
    )
    const ids = all.map(({ id }) => id)
    if (unread !== undefined) {
      const gone = (yield* filmsByHand.kept).filter(
        (film) => film.source === source && !ids.includes(film.id) && !unread.includes(film.filmId),
      )
      yield* filmsByHand.forget(gone.map(({ id }) => id))
      yield* sql`delete from owned_films where source = ${source} and not ${amongTexts("film_id", unread)}
          and not ${amongTexts("id", ids)}`
    }
    const told = yield* filmsByHand.tell(all)
    return told.changed + (yield* ownedFilms.mergeKnown(told.untouched.map(Rows.withFilmKeys), "id"))
  })

  return {
    replaceFilms: Effect.fn("CollectingStore.replaceFilms")(
      (source: string, films: ReadonlyArray<OwnedFilm>, unread: Unread) =>
        write(upsertFilms(source, films, unread)),
    ),
    mediaFormats: sql`select format as name, count(distinct ${sql.literal(filmKey)}) as count
      from owned_films where format <> '' group by format order by count desc, name`.pipe(
      Effect.map(Rows.readFormats),
      read,
      Effect.withSpan("CollectingStore.mediaFormats"),
    ),
  } satisfies Partial<CollectingStore["Service"]>
}

/** The store of collecting. */
export const storeOf = (parts: StoreParts) => {
  const { database, journal, searchable, write } = parts
  const recordsByHand = editedRecordsOf(database)
  const filmsByHand = editedFilmsOf(database)
  return CollectingStore.of({
    journal,
    searchable,
    review: reviewOf(database),
    edits: editStoreOf([recordsByHand, filmsByHand], (change) => write(change)),
    lists: listsOf(database, recordsByHand.leadsTo, filmsByHand.leadsTo),
    ...recordMembers(parts, recordsOf(database, recordsByHand)),
    ...filmMembers(parts, filmsByHand),
  })
}
