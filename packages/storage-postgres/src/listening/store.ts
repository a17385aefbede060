import {
  type DateRange,
  type Edit,
  editStoreOf,
  type Granularity,
  type Page,
  type PageRequest,
  type SourceCursor,
  type TypeEdits,
} from "@daybook/kernel"
import {
  AlbumId,
  AlbumPlays,
  type Listen,
  ListeningStore,
  Patterns,
  type Scrobble,
  type MatchResult,
  reconcileReports,
  type ReportTable,
  type ReportedPlay,
} from "@daybook/listening"
import { dieOfSql } from "@daybook/storage-sql"
import {
  doublesOf,
  nameFilterReader,
  resolveNames,
  respelledTellingsIn,
  sittingsOf,
  type SourceSetIndex,
  sourceSetsIn,
  tellingOf,
} from "@daybook/storage-sql/listening"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { keepZone } from "../kernel/keepZone.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { forLongWork } from "../sql/longWork.ts"
import { editedPlaysIn } from "./edits.ts"
import { NameCache } from "./names/nameCache.ts"
import { listsIn } from "./lists.ts"
import { keyNames } from "./names/nameKeys.ts"
import { playCounts } from "./playCounts.ts"
import { listeningSearch } from "./search.ts"
import { readFound, readPlays } from "./rows.ts"
import { Names } from "./names/names.ts"
import { recountAll } from "./sums.ts"
import { playIdsIn, reportStore } from "./reports.ts"
import { listeningSql } from "./sql.ts"
import { writeScrobbles } from "./writer.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { sqlOf } from "../sql/sql.ts"

const albumFields = Struct.keys(AlbumPlays.fields)

const unknownListen = { artistId: 0, albumId: 0, catalogUrl: "", imageUrl: "" } as const

/** Scrobbles in SQL, with their totals by month in the owner's time zone. */
export const layer = Layer.effect(
  ListeningStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const zone = yield* DateTime.CurrentTimeZone
    const database = listeningSql(sql)
    const raise = yield* writerOf("listening")
    yield* keyNames(sql)
    // Months follow from the counted days.
    const counts = yield* playCounts
    const { countsByDay, countsByHour } = counts
    const { compile } = yield* Patterns
    const readNameFilter = nameFilterReader(database, compile)

    const byHand = editedPlaysIn(sql, { zone, counts, nameFilter: readNameFilter })
    // A merge of artists moves many plays.
    const long = forLongWork(sql)
    const { joinSpellings, names: editedNames } = editedPlaysIn(long, {
      zone,
      counts,
      nameFilter: nameFilterReader(sqlOf(long), compile),
    })
    /** Runs a change of plays in a transaction, and then shows names in the spellings that are the commonest now. */
    const write = <A, E, R>(
      change: Effect.Effect<A, E, R> | ((version: number) => Effect.Effect<A, E, R>),
      options?: { readonly isSeen: (result: A) => boolean },
    ) =>
      raise(
        (version) => Effect.tap(Effect.isEffect(change) ? change : change(version), () => byHand.spell),
        options,
      )
    const playEdits: TypeEdits = {
      ...byHand.plays,
      takeBack: Effect.fnUntraced(function* (edit: Edit) {
        if (!(yield* byHand.plays.takeBack(edit))) return false
        // Another report may count now.
        const ids = [edit.itemId, String(edit.fields["into"])]
        const tellings = yield* Effect.forEach(ids, (id) => Effect.orDie(tellingOf(database, id)))
        yield* Effect.orDie(settleAgain(tellings.filter((one) => one !== undefined)))
        return true
      }),
    }
    const quickEdits = editStoreOf([playEdits], (change) =>
      Effect.catchTag(write(change), "SqlError", Effect.die),
    )
    const longEdits = editStoreOf([editedNames], (change) =>
      Effect.catchTag(raise(change, { sql: long }), "SqlError", Effect.die),
    )
    const editsOf = ({ type }: { readonly type: string }) =>
      editedNames.types.includes(type) ? longEdits : quickEdits
    const cursors = cursorsIn(sql, "scrobble_cursors")
    const keptNames = new NameCache()

    const tellingRows = (sets: SourceSetIndex, hasEdits: boolean) =>
      reportStore(sql, sets, { counts, zone, dropEdited: byHand.remove }, hasEdits)

    /** Settles reports, and stores the plays that count. To be run in a transaction of the domain's writer. */
    const settle = Effect.fnUntraced(function* <E>(
      settled: (rows: ReportTable<SqlError>) => Effect.Effect<MatchResult, E>,
      namesFor: (hasEdits: boolean) => Names = () => new Names(),
    ) {
      // Plans are stored, and tables grow: one made while a table was a page would continue reading all of it.
      yield* sql`select set_config('enable_seqscan', 'off', true)`
      const hasEdits = yield* byHand.areThere
      const names = namesFor(hasEdits)
      const sets = yield* sourceSetsIn(database)
      const { isChanged, plays } = yield* settled(tellingRows(sets, hasEdits))
      const nameFilter = yield* readNameFilter
      const written = yield* writeScrobbles(
        sql,
        zone,
        names,
        plays,
        sets,
        nameFilter,
        counts,
        byHand.writer,
        hasEdits,
      )
      return { ...written, isShown: written.isShown || isChanged, names, hasEdits: yield* byHand.areThere }
    })

    const settleAgain = (tellings: ReadonlyArray<ReportedPlay>) =>
      settle((rows) => reconcileReports(rows).again(tellings))

    let isJoined = false
    yield* keepZone(sql, zone, {
      domain: "listening",
      table: "listening_zone",
      work: "counting plays by month",
      findAnew: Effect.fnUntraced(function* (client) {
        isJoined = true
        yield* joinSpellings
        yield* recountAll(client, zone)
      }),
    })
    if (isJoined)
      yield* write(
        Effect.gen(function* () {
          const told = yield* respelledTellingsIn(database)
          for (const [source, some] of Map.groupBy(told, (one) => one.source))
            yield* settle((rows) =>
              reconcileReports(rows).tell(
                some.map(({ play }) => play),
                source,
              ),
            )
          return told.length > 0
        }),
        { isSeen: (isChanged) => isChanged },
      )

    const storeScrobbles = Effect.fn("ListeningStore.storeScrobbles")(function* (
      scrobbles: ReadonlyArray<Scrobble>,
      cursor?: SourceCursor,
      source: string = cursor?.source ?? "",
    ) {
      const store = (raised: number) =>
        Effect.gen(function* () {
          const kept = keptNames.take(raised)
          const { changed, hasEdits, isShown, names } = yield* settle(
            (rows) => reconcileReports(rows).tell(scrobbles, source),
            // Edits give names other ids, which may change with each batch.
            (hasEdits) => (hasEdits ? new Names() : kept),
          )
          yield* cursors.save(cursor)
          return { changed, isShown, names, version: isShown ? raised : raised - 1, isKept: !hasEdits }
        })
      // A service that is polled every few minutes mostly lists stored plays: cached responses stay valid.
      const stored = yield* write(store, { isSeen: ({ isShown }) => isShown })
      if (stored.isKept) keptNames.keep(stored.names, stored.version, scrobbles.length)
      return stored.changed
    }, Effect.orDie)

    const newest = Effect.gen(function* () {
      const [play] = readPlays(
        yield* sql`select artists.id as artist_id, artists.name as artist, coalesce(albums.id, 0) as album_id,
            coalesce(albums.name, '') as album, tracks.name as track, tracks.catalog_url,
            coalesce(albums.image_url, '') as image_url, scrobbles.played_at
          from (select * from scrobbles where not hidden order by played_at desc, track_id desc limit 1) as scrobbles
          join tracks on tracks.id = scrobbles.track_id join artists on artists.id = tracks.artist_id
          left join albums on albums.id = scrobbles.album_id`,
      )
      return Option.fromUndefinedOr(play)
    }).pipe(Effect.orDie, Effect.withSpan("ListeningStore.newest"))

    const find = Effect.fn("ListeningStore.find")(function* (listen: Listen) {
      const [found = {}] = readFound(
        yield* sql`select artists.id as artist_id, artists.name as artist, coalesce(albums.id, 0) as album_id,
            coalesce(albums.name, ${listen.album}) as album, coalesce(tracks.name, ${listen.track}) as track,
            coalesce(tracks.catalog_url, '') as catalog_url, coalesce(albums.image_url, '') as image_url
          from (${yield* resolveNames(database, listen)}) as led join artists on artists.id = artist_id
          left join albums on albums.id = album_id left join tracks on tracks.id = track_id`,
      )
      const stored = { ...listen, ...unknownListen, ...found }
      return { ...stored, imageUrl: listen.imageUrl === "" ? stored.imageUrl : listen.imageUrl }
    }, Effect.orDie)

    const { found, searchable } = yield* listeningSearch

    const { playsWithIds, ...lists } = listsIn(sql, zone, {
      countsByDay,
      found,
      leadsTo: byHand.plays.leadsTo,
    })

    const topAlbums = Effect.fn("ListeningStore.topAlbums")((range: DateRange, page: PageRequest) =>
      Effect.map(
        lists.played("album", { range, sort: "plays", order: "desc" }, page),
        ({ items, total }): Page<AlbumPlays> => ({
          items: items.map((album) => ({ ...Struct.pick(album, albumFields), id: AlbumId.make(album.id) })),
          total,
        }),
      ),
    )

    const albumBuckets = (albums: ReadonlyArray<AlbumId>, range: DateRange, granularity: Granularity) =>
      Effect.map(lists.buckets("album", albums, range, granularity), (buckets) =>
        buckets.map(({ id, ...bucket }) => ({ albumId: AlbumId.make(id), ...bucket })),
      )

    const doubles = doublesOf(database, {
      rows: Effect.gen(function* () {
        return tellingRows(yield* sourceSetsIn(database), yield* byHand.areThere)
      }),
      plays: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        const leads = yield* byHand.leads(ids)
        const found = yield* playsWithIds(leads)
        return leads.map((id) => found.get(id))
      }),
      playIdsOf: playIdsIn(sql),
      write: (change) => dieOfSql(write(change)),
      store: settleAgain,
    })

    return ListeningStore.of({
      searchable,
      storeScrobbles,
      cursor: cursors.read,
      topAlbums,
      albumBuckets,
      newest,
      find,
      journal: { ...sittingsOf(database, zone), countsByDay, countsByHour },
      edits: {
        make: (edit) => editsOf(edit).make(edit),
        takeBack: (edit) => editsOf(edit).takeBack(edit),
      },
      doubles,
      lists,
    })
  }),
)
