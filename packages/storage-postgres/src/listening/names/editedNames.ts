import { type EditLog, ActiveEdits } from "@daybook/kernel"
import {
  artistNamesByHand,
  type EditedNames,
  editNames,
  type NameFilter,
  nameKey,
  type PlayedKind,
  type CanonicalName,
  shownArtists,
  shownTitles,
  spellingKey,
} from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "@daybook/storage-sql"
import { booleans, ints, texts } from "../../sql/parameters.ts"
import { nameTables } from "../filterRules.ts"
import type { Artist, ResolvedNames, Title } from "./names.ts"
import { publishChangedPlays, markAliasedPlays } from "../editedPlays.ts"
import type { PlayCounts } from "../playCounts.ts"
import { isHiddenByName } from "../hiddenPlays.ts"
import { hourColumns } from "../changedHours.ts"
import {
  editedFacts,
  readHours,
  readIds,
  readFoundNames,
  readNameAliases,
  readStoredNames,
  type StoredName,
} from "../rows.ts"
import { spellingsIn } from "./spellings.ts"
import { playedTables } from "@daybook/storage-sql/listening"
import { recount } from "../sums.ts"

/** The parts of the store that edits of names need. */
export interface NameStore {
  readonly log: EditLog
  readonly zone: DateTime.TimeZone
  readonly counts: PlayCounts
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
}

/** Their names are read at once. */
const artistsAtOnce = 200

const kinds = ["artist", "album", "track"] as const

const columnsOf = (kind: PlayedKind): string => `'${kind}' as kind, names.id,
  ${kind === "artist" ? "names.id" : "coalesce(told_artist_id, artist_id)"} as artist_id, coalesce(told_name, name) as name,
  ${kind === "album" ? "coalesce(told_image_url, image_url)" : "''"} as image_url, 0 as plays, coalesce(genres, '{}') as genres,
  coalesce(year, 0) as year, coalesce(length_seconds, 0) as length_seconds, hidden, is_removed, leads_to, name as shown_name,
  ${kind === "artist" ? "names.id" : "artist_id"} as shown_artist_id, told_name is not null as is_touched`

/** The names of artists, albums and tracks under edits. To be used within a transaction of the domain's writer. */
export const editedNamesIn = (sql: SqlClient.SqlClient, { counts, log, nameFilter, zone }: NameStore) => {
  const spellings = spellingsIn(sql)
  const standing = Effect.map(log.edits, (edits) => new ActiveEdits(edits))

  const read = (kind: PlayedKind, where: Fragment) =>
    Effect.map(
      sql`select ${sql.literal(columnsOf(kind))} from ${sql(nameTables[kind])} as names
        left join music_facts on music_facts.kind = ${kind} and music_facts.id = names.id where ${where}`,
      readStoredNames,
    )

  const sourceVersions = (kind: PlayedKind, artists: ReadonlyArray<number>) =>
    read(
      kind,
      sql`(told_name is null and artist_id = any(${ints(artists)}))
        or (told_name is not null and told_artist_id = any(${ints(artists)}))`,
    )

  /** The artists that these have counted as one with, and themselves. */
  const withLed = (artists: ReadonlyArray<number>) =>
    Effect.map(
      sql`select id from artists where id = any(${ints(artists)})
        or leads_to in (select leads_to from artists where id = any(${ints(artists)}))`,
      readIds,
    )

  /** Writes names as they are shown, and as they are reported if edits touch their artist. */
  const save = Effect.fnUntraced(function* (
    kind: PlayedKind,
    all: ReadonlyArray<readonly [StoredName, CanonicalName, boolean]>,
  ) {
    const filter = yield* nameFilter
    const given = all.map(([told, shown, isTouched]) => ({
      ...shown,
      told,
      isTouched,
      hidden:
        shown.name === told.shownName && shown.leadsTo === undefined
          ? told.hidden
          : filter.matches(kind, shown.name),
    }))
    const titled = kind === "artist" ? "" : ", artist_id = given.artist_id"
    const imaged =
      kind === "album"
        ? `, image_url = given.image_url, told_image_url = case when given.is_touched then given.told_image_url end`
        : kind === "artist"
          ? ", image_url = given.image_url"
          : ""
    yield* sql`update ${sql(nameTables[kind])} as names set name = given.name, name_key = given.name_key, hidden = given.hidden,
        is_removed = given.is_removed, leads_to = given.leads_to,
        told_name = case when given.is_touched then given.told_name end,
        told_artist_id = case when given.is_touched then given.told_artist_id end ${sql.literal(titled + imaged)}
      from unnest(${ints(given.map(({ id }) => id))}, ${texts(given.map(({ name }) => name))},
          ${texts(given.map(({ name }) => nameKey(name)))}, ${booleans(given.map(({ hidden }) => hidden))},
          ${booleans(given.map(({ isRemoved }) => isRemoved))}, ${ints(given.map(({ leadsTo }) => leadsTo ?? null))},
          ${booleans(given.map(({ isTouched }) => isTouched))}, ${texts(given.map(({ told }) => told.name))},
          ${ints(given.map(({ told }) => told.artistId))}, ${ints(given.map(({ artistId }) => artistId))},
          ${texts(given.map(({ imageUrl }) => imageUrl))}, ${texts(given.map(({ told }) => told.imageUrl))})
        as given (id, name, name_key, hidden, is_removed, leads_to, is_touched, told_name, told_artist_id, artist_id, image_url,
          told_image_url)
      where names.id = given.id and (names.name, names.hidden, names.is_removed, coalesce(names.leads_to, 0),
          coalesce(names.told_name, ''), coalesce(names.told_artist_id, 0) ${sql.literal(
            (kind === "artist" ? "" : ", names.artist_id") +
              (kind === "track" ? "" : ", names.image_url") +
              (kind === "album" ? ", coalesce(names.told_image_url, '-')" : ""),
          )}) <> (given.name, given.hidden, given.is_removed, coalesce(given.leads_to, 0),
          case when given.is_touched then given.told_name else '' end,
          case when given.is_touched then given.told_artist_id else 0 end ${sql.literal(
            (kind === "artist" ? "" : ", given.artist_id") +
              (kind === "track" ? "" : ", given.image_url") +
              (kind === "album" ? ", case when given.is_touched then given.told_image_url else '-' end" : ""),
          )})`
    const set = given.filter(
      ({ genres, hasFactsByHand, lengthSeconds, told, year }) =>
        hasFactsByHand ||
        year !== told.year ||
        lengthSeconds !== told.lengthSeconds ||
        JSON.stringify(genres) !== JSON.stringify(told.genres),
    )
    yield* sql`delete from edited_facts where kind = ${kind} and id = any(${ints(given.map(({ id }) => id))})`
    if (set.length > 0) {
      const rows = set.map(({ genres, hasFactsByHand, id, lengthSeconds, year }) => ({
        kind,
        id,
        genres,
        year,
        lengthSeconds,
        byHand: hasFactsByHand,
      }))
      yield* sql`${editedFacts.insert(rows)}`
    }
  })

  /** Assigns plays of these tracks the artists of their tracks, and hides those of hidden or removed names. */
  const fitPlays = Effect.fnUntraced(function* (tracks: ReadonlyArray<number>) {
    const moved = yield* sql`update scrobbles set artist_id = tracks.artist_id from tracks
      where tracks.id = scrobbles.track_id and scrobbles.track_id = any(${ints(tracks)})
        and scrobbles.artist_id <> tracks.artist_id returning 1`
    const hours = readHours(
      yield* sql`with changed as (
          update scrobbles set hidden = not scrobbles.hidden from (
            select plays.played_at, plays.track_id from scrobbles as plays
            join tracks on tracks.id = plays.track_id join artists on artists.id = tracks.artist_id
            left join albums on albums.id = plays.album_id
            where plays.track_id = any(${ints(tracks)}) and plays.hidden <> (${isHiddenByName(sql)})
          ) as wrong
          where scrobbles.played_at = wrong.played_at and scrobbles.track_id = wrong.track_id
          returning scrobbles.played_at, scrobbles.album_id, scrobbles.track_id
        )
        select ${hourColumns(sql)} from changed group by date_trunc('hour', played_at)`,
    )
    return { hours, isMoved: moved.length > 0 }
  })

  /** Shows all names of these artists, and all plays of them, as the edits have them now. */
  const showNames = Effect.fnUntraced(function* (asked: ReadonlyArray<number>) {
    const edits = yield* standing
    const seeds = yield* withLed(asked)
    const byHand = [...edits.idsOf("artist")].map(Number)
    // Names of one spelling, and names that an edit sets, have one key.
    const called = (yield* read("artist", sql`names.id = any(${ints(seeds)})`)).map(({ name }) => name)
    const keys = [...called, ...artistNamesByHand(edits)].map(nameKey)
    const told = yield* spellings.counted(
      "artist",
      yield* read(
        "artist",
        sql`names.id = any(${ints([...seeds, ...byHand])}) or name_key = any(${texts(keys)})`,
      ),
    )
    const shown = shownArtists(edits, told)
    const leadOf = ({ id, leadsTo }: CanonicalName) => leadsTo ?? id
    const leads = new Set(shown.filter(({ id }) => seeds.includes(id)).map(leadOf))
    const artists = shown.filter((artist) => leads.has(leadOf(artist)))
    const ids = artists.map(({ id }) => id)
    const titles = [
      ...(yield* spellings.counted("album", yield* sourceVersions("album", ids))),
      ...(yield* spellings.counted("track", yield* sourceVersions("track", ids))),
    ]
    const names = [...artists, ...shownTitles(edits, artists, titles)]
    const stored = new Map([...told, ...titles].map((name) => [`${name.kind} ${name.id}`, name]))

    // All names of an artist are found as they are reported, or none.
    const artistOf = new Map(artists.map((artist) => [artist.id, leadOf(artist)]))
    const isEdited = ({ id, kind, leadsTo }: CanonicalName) =>
      leadsTo !== undefined || edits.idsOf(kind).has(String(id))
    const touched = new Set(
      names.filter(isEdited).map(({ id, kind }) => artistOf.get(stored.get(`${kind} ${id}`)?.artistId ?? 0)),
    )
    const all = names.map((name) => {
      const known = mustFind(stored.get(`${name.kind} ${name.id}`), name.kind, name.id)
      return [known, name, touched.has(artistOf.get(known.artistId))] as const
    })
    const changedIds = (kind: PlayedKind) =>
      all.flatMap(([known, name]) => (name.kind === kind && known.leadsTo !== name.leadsTo ? [name.id] : []))
    const tracks = names.flatMap(({ id, kind }) => (kind === "track" ? [id] : []))
    yield* markAliasedPlays(sql, {
      shared: names.flatMap(({ id, kind, leadsTo }) =>
        kind === "track" && leadsTo !== undefined ? [id] : [],
      ),
      ledAlbums: names.flatMap(({ id, kind, leadsTo }) =>
        kind === "album" && leadsTo !== undefined && leadsTo !== id ? [id] : [],
      ),
      tracks,
      changedTracks: changedIds("track"),
      changedAlbums: changedIds("album"),
    })
    for (const kind of kinds)
      yield* save(
        kind,
        all.filter(([name]) => name.kind === kind),
      )
    const { hours, isMoved } = yield* fitPlays(tracks)
    yield* publishChangedPlays(sql, zone, counts, hours)
    if (isMoved) yield* recount(sql, zone, sql`select unnest(${ints(ids)})`)
  })

  /** The artists that albums or tracks are notified of. */
  const toldArtists = (kind: PlayedKind, ids: ReadonlyArray<number>) =>
    Effect.map(
      kind === "artist"
        ? sql`select id from artists where id = any(${ints(ids)})`
        : sql`select distinct coalesce(told_artist_id, artist_id) as id from ${sql(nameTables[kind])} where id = any(${ints(ids)})`,
      readIds,
    )

  /** The artists as they are notified of names whose commonest spelling the transaction at work may have changed. */
  const spelledBy = new Set<number>()

  /** Records the reported artists of the names that these plays spell. */
  const noteSpelling = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    for (const artist of yield* spellings.spelledBy(ids)) spelledBy.add(artist)
  })

  /** Shows the names whose plays the transaction has stored or removed in the commonest spelling now. */
  const spell = Effect.suspend(() => {
    const artists = [...spelledBy]
    spelledBy.clear()
    return artists.length === 0 ? Effect.void : showNames(artists)
  })

  /** Counts all spellings of names as one. Names of earlier versions did not. */
  const joinSpellings = Effect.gen(function* () {
    const artists = yield* spellings.spelledInWays
    for (let at = 0; at < artists.length; at += artistsAtOnce) {
      yield* Effect.logInfo(`joining spellings of names: ${at} of ${artists.length} artists`)
      yield* showNames(artists.slice(at, at + artistsAtOnce))
    }
  })

  /** Applies edits and spellings to looked up names. New ones may count as known ones. */
  const settle = Effect.fnUntraced(function* ({ albums, artists, hasEdits, isNew, tracks }: ResolvedNames) {
    const alike = [
      ...(yield* spellings.spelledLike("artist", artists.filter(isNew))),
      ...(yield* spellings.spelledLike("album", albums.filter(isNew))),
      ...(yield* spellings.spelledLike("track", tracks.filter(isNew))),
    ]
    if (!hasEdits && alike.length === 0) return
    const byHand = new Set(artistNamesByHand(yield* standing).map(spellingKey))
    const fresh = artists.filter((artist) => isNew(artist) && byHand.has(spellingKey(artist.name)))
    const parents = new Set([...albums, ...tracks].filter(isNew).map(({ artist }) => artist.id))
    const touched = readIds(
      yield* sql`select id from artists where id = any(${ints([...parents])}) and told_name is not null`,
    )
    const seeds = [...new Set([...touched, ...fresh.map(({ id }) => id), ...alike])]
    if (seeds.length > 0) yield* showNames(seeds)

    const leadsOf = Effect.fnUntraced(function* (kind: PlayedKind, names: ReadonlyArray<Artist | Title>) {
      const table = sql(nameTables[kind])
      const rows = readNameAliases(
        yield* sql`select told.id, told.leads_to, shown.id as shown_id, shown.hidden or shown.is_removed as hidden
          from ${table} as told join ${table} as shown on shown.id = coalesce(told.leads_to, told.id)
          where told.id = any(${ints(names.map(({ id }) => id))}) and told.told_name is not null`,
      )
      return new Map(rows.map((row) => [row.id, row]))
    })
    const tracksLed = yield* leadsOf("track", tracks)
    const albumsLed = yield* leadsOf("album", albums)
    const artistsLed = yield* leadsOf("artist", artists)
    const noteTold = ({ artist }: Title, led: { readonly leadsTo: number | undefined } | undefined) => {
      if ((led?.leadsTo ?? artistsLed.get(artist.id)?.leadsTo) !== undefined) spelledBy.add(artist.id)
    }
    for (const track of tracks) {
      const led = tracksLed.get(track.id)
      track.hidden = led?.hidden ?? track.hidden
      track.isShared = led?.leadsTo !== undefined
      noteTold(track, led)
    }
    for (const album of albums) {
      const led = albumsLed.get(album.id)
      album.hidden = led?.hidden ?? album.hidden
      album.isShared = led?.leadsTo !== undefined && led.leadsTo !== album.id
      noteTold(album, led)
    }
    for (const artist of artists) {
      const led = artistsLed.get(artist.id)
      if (led === undefined) continue
      artist.id = led.shownId
      artist.hidden = led.hidden
    }
  })

  const leadOf = Effect.fnUntraced(function* (kind: PlayedKind, id: number) {
    const [lead = id] = readIds(
      yield* sql`select coalesce(leads_to, id) as id from ${sql(nameTables[kind])} where id = ${id}`,
    )
    return lead
  })

  const find = Effect.fnUntraced(function* (kind: PlayedKind, id: number) {
    const { names, totals } = playedTables[kind]
    const artist = kind === "artist" ? sql`shown.id` : sql`shown.artist_id`
    const [found] = readFoundNames(
      yield* sql`select shown.id, ${artist} as artist_id from ${sql(names)} as told
        join ${sql(names)} as shown on shown.id = coalesce(told.leads_to, told.id)
        join ${sql(totals)} as totals on totals.id = shown.id where told.id = ${id}`,
    )
    return found
  })

  const edited: EditedNames = {
    find: (kind, id) => Effect.orDie(find(kind, id)),
    leadOf: (kind, id) => Effect.orDie(leadOf(kind, id)),
    toldArtists: (kind, ids) => Effect.orDie(toldArtists(kind, ids)),
    showNames: (artists) => Effect.orDie(showNames(artists)),
  }
  return { settle, noteSpelling, spell, joinSpellings, edits: editNames(log, edited) }
}
