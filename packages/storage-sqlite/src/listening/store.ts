import {
  clockOf,
  type DateRange,
  type Edit,
  editStoreOf,
  type Granularity,
  type PageRequest,
  type SourceCursor,
  type TypeEdits,
} from "@daybook/kernel"
import {
  AlbumId,
  type Listen,
  ListeningStore,
  Patterns,
  type Scrobble,
  type MatchResult,
  reconcileReports,
  type ReportTable,
  type ReportedPlay,
} from "@daybook/listening"
import { dieOfSql, type Write } from "@daybook/storage-sql"
import {
  doublesOf,
  nameFilterReader,
  resolveNames,
  respelledTellingsIn,
  sittingsOf,
  sourceSetsIn,
  tellingOf,
} from "@daybook/storage-sql/listening"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SqlError } from "effect/sql/SqlError"
import { countsIn } from "../journal/counts.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { Database } from "../sql/database.ts"
import { countRows, inRange, onPage } from "../sql/paging.ts"
import { jsonList } from "../sql/table.ts"
import { editedPlaysIn } from "./edits.ts"
import { listsIn } from "./lists.ts"
import { keepCalendar } from "./calendar.ts"
import { namesIn } from "./names/names.ts"
import { readAlbums, readFound, readMoments, readPlays } from "./rows.ts"
import { listeningSearch } from "./search.ts"
import { idsOf, sumsIn, sumsOf } from "./sums.ts"
import { playIdsIn, reportStore } from "./reports.ts"
import { listeningSql } from "./sql.ts"
import { playWriter } from "./writer.ts"

const unknownListen = { artistId: 0, albumId: 0, catalogUrl: "", imageUrl: "" } as const

/** Scrobbles in SQLite, with their totals by month in the owner's time zone. */
export const layer = Layer.effect(
  ListeningStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql } = database
    const shared = listeningSql(database)
    const zone = yield* DateTime.CurrentTimeZone
    const { compile } = yield* Patterns
    const readFilter = nameFilterReader(shared, compile)
    const sums = sumsIn(database)
    const search = yield* listeningSearch(database)

    const raise = yield* writerOf("listening", [sums.settle, search.settle])
    let version = 0
    /** Runs a change in the domain's transaction; `version` is what it raises. */
    const write: Write = (change, isSeen) =>
      raise((raised) => {
        version = raised
        return Effect.tap(dieOfSql(change), () => byHand.spell)
      }, isSeen)

    const { countsByDay, countsByHour } = countsIn(database, "listening", zone, (range, days) => {
      const clock = clockOf(zone)
      const of = days === undefined ? sql`true` : sql`day in (select value from json_each(${jsonList(days)}))`
      return readMoments(
        all(sql`select played_at as at, 0 as day_only, 1 as count from scrobbles
          where not hidden and ${inRange(sql, "played_at", range)} and ${of}`),
      ).map((one) => ({ ...one, day: clock(one.at).day }))
    })

    const byHand = editedPlaysIn(database, { zone, nameFilter: readFilter, version: () => version })
    const playEdits: TypeEdits = {
      ...byHand.plays,
      takeBack: Effect.fnUntraced(function* (edit: Edit) {
        if (!(yield* byHand.plays.takeBack(edit))) return false
        // Another report may count now.
        const ids = [edit.itemId, String(edit.fields["into"])]
        const tellings = yield* Effect.forEach(ids, (id) => dieOfSql(tellingOf(shared, id)))
        yield* dieOfSql(settleAgain(tellings.filter((one) => one !== undefined)))
        return true
      }),
    }
    const cursors = cursorsIn(database, "scrobble_cursors")
    const writePlays = playWriter(database, zone)

    /** Settles reports, and stores the plays that count. To be run in a transaction of the domain's writer. */
    const settle = Effect.fnUntraced(function* (
      settled: (rows: ReportTable<SqlError>) => Effect.Effect<MatchResult, SqlError>,
    ) {
      const sets = yield* sourceSetsIn(shared)
      const { isChanged, plays } = yield* settled(
        reportStore(database, sets, byHand.remove, yield* byHand.areThere),
      )
      const names = namesIn(database, yield* readFilter)
      const written = yield* writePlays(plays, names, sets, version, byHand.writer)
      return { ...written, isShown: written.isShown || isChanged }
    })

    const settleAgain = (tellings: ReadonlyArray<ReportedPlay>) =>
      settle((rows) => reconcileReports(rows).again(tellings))

    yield* keepCalendar(
      database,
      zone,
      Effect.gen(function* () {
        const joined = yield* byHand.joinSpellings
        const told = yield* respelledTellingsIn(shared)
        for (const [source, some] of Map.groupBy(told, (one) => one.source))
          yield* settle((rows) =>
            reconcileReports(rows).tell(
              some.map(({ play }) => play),
              source,
            ),
          )
        return joined
      }).pipe(dieOfSql),
    )

    const storeScrobbles = Effect.fn("ListeningStore.storeScrobbles")(
      (scrobbles: ReadonlyArray<Scrobble>, cursor?: SourceCursor, source: string = cursor?.source ?? "") =>
        write(
          Effect.tap(
            settle((rows) => reconcileReports(rows).tell(scrobbles, source)),
            () => cursors.save(cursor),
          ),
          // A service that is called every few minutes mostly lists plays that are stored: responses stay cached.
          ({ isShown }) => isShown,
        ).pipe(Effect.map(({ changed }) => changed)),
    )

    const topAlbums = Effect.fn("ListeningStore.topAlbums")((range: DateRange, page: PageRequest) =>
      read(() => {
        const from = sumsOf(database, zone, "album", range)
        const ranked = sql`select id, plays, last_played_at from ${from} as sums
          order by plays desc, last_played_at desc, id ${onPage(sql, page)}`
        const items = readAlbums(
          all(sql`select albums.id, albums.name, artists.name as artist, ranked.plays, ranked.last_played_at,
              albums.image_url, albums.catalog_url, preview_url
            from (${ranked}) as ranked join albums on albums.id = ranked.id join artists on artists.id = artist_id
            order by ranked.plays desc, ranked.last_played_at desc, ranked.id`),
        )
        return { items, total: countRows(database, idsOf(database, zone, "album", range)) }
      }),
    )

    const newest = read(() =>
      Option.fromUndefinedOr(
        readPlays(
          all(sql`select artists.id as artist_id, artists.name as artist, coalesce(albums.id, 0) as album_id,
              coalesce(albums.name, '') as album, tracks.name as track, tracks.catalog_url,
              coalesce(albums.image_url, '') as image_url, play.played_at
            from (select * from scrobbles where not hidden order by played_at desc, track_id desc limit 1) as play
            join tracks on tracks.id = play.track_id join artists on artists.id = tracks.artist_id
            left join albums on albums.id = play.album_id`),
        )[0],
      ),
    ).pipe(Effect.withSpan("ListeningStore.newest"))

    const find = Effect.fn("ListeningStore.find")((listen: Listen) =>
      shared.read(
        Effect.gen(function* () {
          const [found = {}] = readFound(
            yield* sql`select artists.id as artist_id, artists.name as artist, coalesce(albums.id, 0) as album_id,
              coalesce(albums.name, ${listen.album}) as album, coalesce(tracks.name, ${listen.track}) as track,
              coalesce(tracks.catalog_url, '') as catalog_url, coalesce(albums.image_url, '') as image_url
            from (${yield* resolveNames(shared, listen)}) as led join artists on artists.id = led.artist_id
            left join albums on albums.id = led.album_id left join tracks on tracks.id = led.track_id`,
          )
          const stored = { ...listen, ...unknownListen, ...found }
          return { ...stored, imageUrl: listen.imageUrl === "" ? stored.imageUrl : listen.imageUrl }
        }),
      ),
    )

    const { playsWithIds, ...lists } = listsIn(database, {
      zone,
      countsByDay,
      matching: search.matching,
      leadsTo: byHand.plays.leadsTo,
    })

    const albumBuckets = (albums: ReadonlyArray<AlbumId>, range: DateRange, granularity: Granularity) =>
      Effect.map(lists.buckets("album", albums, range, granularity), (buckets) =>
        buckets.map(({ id, ...bucket }) => ({ albumId: AlbumId.make(id), ...bucket })),
      )

    const doubles = doublesOf(shared, {
      rows: Effect.gen(function* () {
        return reportStore(database, yield* sourceSetsIn(shared), byHand.remove, yield* byHand.areThere)
      }),
      plays: (ids) =>
        Effect.map(byHand.leads(ids), (leads) => {
          const found = playsWithIds(leads)
          return leads.map((id) => found.get(id))
        }),
      playIdsOf: playIdsIn(database),
      write,
      store: settleAgain,
    })

    return ListeningStore.of({
      searchable: search.searchable,
      storeScrobbles,
      cursor: cursors.read,
      topAlbums,
      albumBuckets,
      newest,
      find,
      journal: { ...sittingsOf(shared, zone), countsByDay, countsByHour },
      edits: editStoreOf([playEdits, byHand.names], write),
      doubles,
      lists,
    })
  }),
)
