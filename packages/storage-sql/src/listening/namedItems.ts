import { MusicFacts, NamedItem, type PlayedKind } from "@daybook/listening"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { computedFrom, rowsOf } from "../table.ts"
import { playedTables } from "./playedTables.ts"

const Name = Schema.Struct(Struct.omit(NamedItem.fields, Struct.keys(MusicFacts.fields)))

/** What the tables of kinds lack. */
const own = { artist: { artistId: "artists.id", previewUrl: "''" }, album: {}, track: { imageUrl: "''" } }

const selectOf = (kind: PlayedKind): string => {
  const { names } = playedTables[kind]
  const { selected } = rowsOf(Name, { artist: "artists.name", ...own[kind] }, names)
  const join = kind === "artist" ? "" : ` join artists on artists.id = ${names}.artist_id`
  return `select ${selected} from ${names}${join}`
}

/** A select of the names of each kind. */
export const namesOf = { artist: selectOf("artist"), album: selectOf("album"), track: selectOf("track") }

/** Names as `named` with their facts: the owner's, else those that are `told`, else the `edited` ones that fill them. */
export const namedItems = (noTexts: string) => {
  const factOf = (column: string, unknown: string) =>
    `coalesce(case when by_hand then edited.${column} end, nullif(told.${column}, ${unknown}), edited.${column}, ${unknown})`
  return rowsOf(NamedItem, computedFrom(MusicFacts, factOf, { texts: noTexts }), "named")
}
