import {
  type ByHand,
  type EditFields,
  type FieldSetters,
  handName,
  handText,
  handUrlOrNone,
  handWhole,
  maxNameLength,
  mergeKnown,
  type ActiveEdits,
  storableText,
  webUrl,
  withFields,
  type WebUrl,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { MusicFacts } from "../catalog/facts.ts"
import type { PlayedKind } from "../model.ts"
import { commonestSpelling, spellingKey } from "./spellings.ts"

/** An artist, an album or a track as sources and services report it. */
export interface SourceName extends MusicFacts {
  readonly kind: PlayedKind
  readonly id: number
  /** The artist of an album or a track; an artist itself. */
  readonly artistId: number
  readonly name: string
  /** An album's. */
  readonly imageUrl: WebUrl
  /** The plays reported in this spelling; 0 if the name has only one spelling. */
  readonly plays: number
}

/** The same as it is shown. */
export interface CanonicalName extends SourceName {
  /** The first spelling of the name, whose edits it follows: itself if it has edits. */
  readonly spelledAs: number
  /** The one that it counts as, be it itself, where several count as one. */
  readonly leadsTo: number | undefined
  readonly isRemoved: boolean
  /** True if the owner reported its facts; those that fill unknown ones give way to what a service reports. */
  readonly hasFactsByHand: boolean
}

const insteadOfAdding = (kind: PlayedKind) =>
  `${kind === "track" ? "A track" : `An ${kind}`} is created with its plays: add a play with POST /v1/admin/listening/play`

const genre = handText(100).check(
  Schema.makeFilter((text: string) => text.trim() !== "" || "must not be empty"),
)

/** The editable fields of artists, albums and tracks. */
export const namesByHand = {
  artist: {
    type: "artist",
    needed: { name: handName },
    optional: {
      genres: Schema.Array(genre)
        .check(Schema.isMaxLength(20, { message: "must have at most 20 genres" }))
        .annotate({ message: "must be a list of texts", description: "The best known first" }),
      image_url: handUrlOrNone.annotate({ description: "The URL of a portrait; empty for none" }),
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

/** What edited fields set that a name has under another name. */
const setters: FieldSetters<SourceName> = {
  image_url: (value) => ({ imageUrl: webUrl(String(value)) }),
  length_s: "lengthSeconds",
}

const factFields = ["genres", "year", "length_s"]

const correct = (name: SourceName, fields: EditFields): SourceName =>
  withFields(namesByHand[name.kind], setters, name, fields)

/** A name whose unknown facts another one fills that counts as it. */
const filled = (known: SourceName, part: SourceName): SourceName => ({
  ...mergeKnown(part, known),
  plays: known.plays,
})

const idText = ({ id }: SourceName): string => String(id)

/** The artist that titles are grouped by, and the artist as sources report it, in its first spelling. */
interface ArtistsOf {
  readonly shown: (name: SourceName) => number
  readonly told: (artist: number) => number
}

/**
 * Names of a kind as they are shown: spellings of one name, and names that were merged or are called the manual same,
 * count as one.
 */
const groupsOf = (
  edits: ActiveEdits,
  kind: PlayedKind,
  names: ReadonlyArray<SourceName>,
  artistOf: ArtistsOf,
): ReadonlyArray<CanonicalName> => {
  const byId = new Map(names.map((name) => [name.id, name]))
  const handOf = (name: SourceName) => edits.of(kind, idText(name))
  const corrected = (name: SourceName) => correct(name, handOf(name)?.corrected ?? {})

  const keyOf = (name: SourceName) => {
    const artist = kind === "artist" ? 0 : artistOf.told(name.artistId)
    return `${artist} ${spellingKey(name.name)}`
  }
  const keys = new Map(names.map((name) => [name, keyOf(name)]))
  const firsts = new Map<string | undefined, SourceName>()
  for (const name of names.toSorted((one, other) => one.id - other.id))
    if (!firsts.has(keys.get(name))) firsts.set(keys.get(name), name)
  // Edits apply to the first spelling. Another one has edits only from before the two counted as one.
  const spelledAs = (name: SourceName) =>
    handOf(name) === undefined ? (firsts.get(keys.get(name)) ?? name) : name

  /** A merge of titles is inactive while their artists differ because the artists' merge was undone. */
  const rootOf = (name: SourceName): SourceName => {
    let root = spelledAs(name)
    for (const seen = new Set([root.id]); ; seen.add(root.id)) {
      const target = byId.get(Number(handOf(root)?.into?.id))
      const into = target && spelledAs(target)
      if (into === undefined || seen.has(into.id) || artistOf.shown(into) !== artistOf.shown(name))
        return root
      root = into
    }
  }

  const groups = Map.groupBy(names, (name) => {
    const root = rootOf(name)
    return handOf(root)?.isRemoved === true
      ? `removed ${root.id}`
      : JSON.stringify([artistOf.shown(root), spellingKey(corrected(root).name)])
  })
  return [...groups.values()].flatMap((group) => {
    const roots = [...new Set(group.map(rootOf))]
    const isOwn = (name: SourceName) =>
      kind === "artist"
        ? name.name === corrected(name).name
        : artistOf.told(name.artistId) === artistOf.told(artistOf.shown(name))
    const [first] = roots.sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)) || one.id - other.id)
    if (first === undefined) return []
    const spellings = group.filter((name) => keys.get(name) === keys.get(first))
    const parts = group.filter((name) => name !== first).map(corrected)
    const told = { ...first, name: commonestSpelling(spellings) }
    const shown = correct(parts.reduce(filled, told), handOf(first)?.corrected ?? {})
    return group.map((name) => ({
      ...(name === first
        ? { ...shown, artistId: kind === "artist" ? first.id : artistOf.shown(first) }
        : name),
      spelledAs: spelledAs(name).id,
      leadsTo: group.length === 1 ? undefined : first.id,
      isRemoved: handOf(spelledAs(name))?.isRemoved === true,
      hasFactsByHand:
        name === first && factFields.some((field) => handOf(first)?.corrected[field] !== undefined),
    }))
  })
}

/**
 * The artists that some artists count as, by their ids. `told` has all artists that an edit names, and all spellings of
 * these and of the names that edits set.
 */
export const shownArtists = (
  edits: ActiveEdits,
  told: ReadonlyArray<SourceName>,
): ReadonlyArray<CanonicalName> => groupsOf(edits, "artist", told, { shown: () => 0, told: () => 0 })

/** All names of some artists as they are shown. `artists` are shown ones; `titles` are all their albums and tracks. */
export const shownTitles = (
  edits: ActiveEdits,
  artists: ReadonlyArray<CanonicalName>,
  titles: ReadonlyArray<SourceName>,
): ReadonlyArray<CanonicalName> => {
  const shownIds = new Map(artists.map(({ id, leadsTo }) => [id, leadsTo ?? id]))
  const toldIds = new Map(artists.map(({ id, spelledAs }) => [id, spelledAs]))
  const artistOf: ArtistsOf = {
    shown: ({ artistId }) => shownIds.get(artistId) ?? artistId,
    told: (artist) => toldIds.get(artist) ?? artist,
  }
  return (["album", "track"] as const).flatMap((kind) =>
    groupsOf(
      edits,
      kind,
      titles.filter((title) => title.kind === kind),
      artistOf,
    ),
  )
}

/** The names that corrections give to artists: who is reported by one of them is the same artist. */
export const artistNamesByHand = (edits: ActiveEdits): ReadonlyArray<string> =>
  [...edits.idsOf("artist")].flatMap((id) => {
    const name = edits.of("artist", id)?.corrected["name"]
    return typeof name === "string" ? [storableText(name, maxNameLength)] : []
  })
