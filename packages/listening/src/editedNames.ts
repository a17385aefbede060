import {
  type ByHand,
  type EditFields,
  handName,
  handText,
  handUrlOrNone,
  handWhole,
  longestName,
  type StandingEdits,
  storableText,
  webUrl,
  type WebUrl,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { MusicFacts } from "./facts.ts"
import type { PlayedKind } from "./lists.ts"

/** An artist, an album or a track as sources and services tell it. */
export interface ToldName extends MusicFacts {
  readonly kind: PlayedKind
  readonly id: number
  /** The artist of an album or a track; an artist itself. */
  readonly artistId: number
  readonly name: string
  /** Of an album. */
  readonly imageUrl: WebUrl
}

/** The same as it is shown. */
export interface ShownName extends ToldName {
  /** The one that it counts as, be it itself, where several count as one. */
  readonly leadsTo: number | undefined
  readonly isRemoved: boolean
  /** True where a person told its facts; those that fill unknown ones give way to what a service tells. */
  readonly hasFactsByHand: boolean
}

const insteadOfAdding = (kind: PlayedKind) =>
  `${kind === "track" ? "A track" : `An ${kind}`} is created with its plays: add a play with POST /v1/admin/listening/play`

const genre = handText(100).check(
  Schema.makeFilter((text: string) => text.trim() !== "" || "must not be empty"),
)

/** The fields of artists, albums and tracks that a person may send. */
export const namesByHand = {
  artist: {
    type: "artist",
    needed: { name: handName },
    optional: {
      genres: Schema.Array(genre)
        .check(Schema.isMaxLength(20, { message: "must have at most 20 genres" }))
        .annotate({ message: "must be a list of texts", description: "The best known first" }),
    },
    insteadOfAdding: insteadOfAdding("artist"),
    example: { name: "Ines Faria", genres: ["fado", "folk"] },
  },
  album: {
    type: "album",
    needed: { name: handName },
    optional: {
      year: handWhole(0, 9_999).annotate({ description: "Release year" }),
      image_url: handUrlOrNone.annotate({ description: "The URL of its image; empty for none" }),
    },
    insteadOfAdding: insteadOfAdding("album"),
    example: { name: "Nightjar", year: 2019 },
  },
  track: {
    type: "track",
    needed: { name: handName },
    optional: { length_s: handWhole(0, 86_400).annotate({ description: "Seconds" }) },
    insteadOfAdding: insteadOfAdding("track"),
    example: { name: "Paper Lanterns", length_s: 214 },
  },
} satisfies Readonly<Record<PlayedKind, ByHand>>

/** The field of a name that each field by hand sets. */
const settings: Readonly<Record<string, (value: unknown) => Partial<ToldName>>> = {
  name: (value) => ({ name: storableText(String(value), longestName) }),
  genres: (value) => ({
    genres: Array.isArray(value) ? value.map((one) => storableText(String(one), longestName)) : [],
  }),
  year: (value) => ({ year: Number(value) }),
  image_url: (value) => ({ imageUrl: webUrl(String(value)) }),
  length_s: (value) => ({ lengthSeconds: Number(value) }),
}

const factFields = ["genres", "year", "length_s"]

const correct = (name: ToldName, fields: EditFields): ToldName =>
  Object.entries(fields).reduce<ToldName>(
    (known, [field, value]) => ({ ...known, ...settings[field]?.(value) }),
    name,
  )

/** A name whose unknown facts another one fills that counts as it. */
const filled = (known: ToldName, part: ToldName): ToldName => ({
  ...known,
  imageUrl: known.imageUrl === "" ? part.imageUrl : known.imageUrl,
  genres: known.genres.length === 0 ? part.genres : known.genres,
  year: known.year === 0 ? part.year : known.year,
  lengthSeconds: known.lengthSeconds === 0 ? part.lengthSeconds : known.lengthSeconds,
})

const idText = ({ id }: ToldName): string => String(id)

/** Names of a kind as they are shown: those that were merged, and those of one artist that have the same name, count as one. */
const groupsOf = (
  edits: StandingEdits,
  kind: PlayedKind,
  names: ReadonlyArray<ToldName>,
  artistOf: (name: ToldName) => number,
): ReadonlyArray<ShownName> => {
  const byId = new Map(names.map((name) => [name.id, name]))
  const handOf = (name: ToldName) => edits.of(kind, idText(name))
  const corrected = (name: ToldName) => correct(name, handOf(name)?.corrected ?? {})

  /** A merge of titles rests while they are of different artists: that of the artists was taken back. */
  const rootOf = (name: ToldName): ToldName => {
    let root = name
    for (const seen = new Set([name.id]); ; seen.add(root.id)) {
      const into = byId.get(Number(handOf(root)?.into?.id))
      if (into === undefined || seen.has(into.id) || artistOf(into) !== artistOf(name)) return root
      root = into
    }
  }

  const groups = Map.groupBy(names, (name) => {
    const root = rootOf(name)
    return handOf(root)?.isRemoved === true
      ? `removed ${root.id}`
      : JSON.stringify([artistOf(root), corrected(root).name])
  })
  return [...groups.values()].flatMap((group) => {
    const roots = [...new Set(group.map(rootOf))]
    const isOwn = (name: ToldName) =>
      kind === "artist" ? name.name === corrected(name).name : name.artistId === artistOf(name)
    const [first] = roots.sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)) || one.id - other.id)
    if (first === undefined) return []
    const parts = group.filter((name) => name !== first).map(corrected)
    const shown = correct(parts.reduce(filled, first), handOf(first)?.corrected ?? {})
    return group.map((name) => ({
      ...(name === first ? { ...shown, artistId: kind === "artist" ? first.id : artistOf(first) } : name),
      leadsTo: group.length === 1 ? undefined : first.id,
      isRemoved: handOf(name)?.isRemoved === true,
      hasFactsByHand:
        name === first && factFields.some((field) => handOf(first)?.corrected[field] !== undefined),
    }))
  })
}

/** The artists that some artists count as, by their ids. `told` has all that an edit of artists names, and those that are named so. */
export const shownArtists = (edits: StandingEdits, told: ReadonlyArray<ToldName>): ReadonlyArray<ShownName> =>
  groupsOf(edits, "artist", told, () => 0)

/** All names of some artists as they are shown. `artists` are shown ones; `titles` are all albums and tracks told of them. */
export const shownTitles = (
  edits: StandingEdits,
  artists: ReadonlyArray<ShownName>,
  titles: ReadonlyArray<ToldName>,
): ReadonlyArray<ShownName> => {
  const shownIds = new Map(artists.map(({ id, leadsTo }) => [id, leadsTo ?? id]))
  const artistOf = ({ artistId }: ToldName) => shownIds.get(artistId) ?? artistId
  return (["album", "track"] as const).flatMap((kind) =>
    groupsOf(
      edits,
      kind,
      titles.filter((title) => title.kind === kind),
      artistOf,
    ),
  )
}

/** The names that corrections give to artists: who is told by one of them is the same artist. */
export const artistNamesByHand = (edits: StandingEdits): ReadonlyArray<string> =>
  [...edits.idsOf("artist")].flatMap((id) => {
    const name = edits.of("artist", id)?.corrected["name"]
    return typeof name === "string" ? [storableText(name, longestName)] : []
  })
