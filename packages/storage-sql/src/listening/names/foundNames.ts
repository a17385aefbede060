import { MusicFacts, type PlayedKind } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import { outerJoined, rowsOf } from "../../table.ts"
import { artistOf, type ListeningSql } from "../listeningSql.ts"
import { playedTables } from "../playedTables.ts"
import { readFoundNames, readIds, StoredName } from "../rows.ts"

/** Finds names, with what edits show of them. */
export const findingNames = (database: ListeningSql) => {
  const { amongNumbers, isPlayed, noTexts, sql, toldImageUrl, toldName } = database
  const tableOf = (kind: PlayedKind) => sql(playedTables[kind].names)

  const rowsOfKind = (kind: PlayedKind) =>
    rowsOf(
      StoredName,
      {
        kind: `'${kind}'`,
        artistId: artistOf(database, kind, "names"),
        name: toldName("names"),
        imageUrl: kind === "album" ? toldImageUrl("names") : "''",
        plays: "0",
        ...outerJoined("music_facts", MusicFacts, { texts: noTexts }),
        shownName: "names.name",
        shownArtistId: kind === "artist" ? "names.id" : "names.artist_id",
      },
      "names",
    )
  const readers = { artist: rowsOfKind("artist"), album: rowsOfKind("album"), track: rowsOfKind("track") }

  const read = (kind: PlayedKind, where: Fragment) =>
    Effect.map(
      sql`select ${sql.literal(readers[kind].selected)} from ${tableOf(kind)} as names
        left join music_facts on music_facts.kind = ${kind} and music_facts.id = names.id where ${where}`,
      readers[kind],
    )

  /** The artists that these have counted as one with, and themselves. */
  const withLed = (artists: ReadonlyArray<number>) => {
    const isOne = amongNumbers("id", artists)
    return Effect.map(
      sql`select id from artists where ${isOne} or leads_to in (select leads_to from artists where ${isOne})`,
      readIds,
    )
  }

  /** The artists that sources report for names. */
  const toldArtists = (kind: PlayedKind, ids: ReadonlyArray<number>) =>
    Effect.map(
      sql`select distinct ${sql.literal(artistOf(database, kind, "names"))} as id from ${tableOf(kind)} as names
        where ${amongNumbers("names.id", ids)}`,
      readIds,
    )

  const find = (kind: PlayedKind, id: number) =>
    Effect.map(
      sql`select shown.id, ${sql.literal(kind === "artist" ? "shown.id" : "shown.artist_id")} as artist_id
        from ${tableOf(kind)} as told join ${tableOf(kind)} as shown on shown.id = coalesce(told.leads_to, told.id)
        where told.id = ${id} and ${sql.literal(isPlayed(kind, "shown.id"))}`,
      (rows) => readFoundNames(rows)[0],
    )

  const leadOf = (kind: PlayedKind, id: number) =>
    Effect.map(
      sql`select coalesce(leads_to, id) as id from ${tableOf(kind)} where id = ${id}`,
      (rows) => readIds(rows)[0] ?? id,
    )

  return { find, leadOf, read, toldArtists, withLed }
}
