import { webUrl, type WebUrl } from "@daybook/kernel"
import type { FoundRelease, OwnedRecord, Release, WantedRecord } from "@daybook/collecting"
import * as Schema from "effect/Schema"
import { instantOf } from "../instants.ts"
import { optional } from "../optional.ts"
import { Count, Text } from "../text.ts"
import { artistName } from "./artistName.ts"

export const Artist = Schema.Struct({ name: optional(Text), join: optional(Text) })
export type Artist = typeof Artist.Type

const named = {
  title: optional(Text),
  year: optional(Count),
  artists: optional(Schema.Array(Artist)),
  formats: optional(Schema.Array(Schema.Struct({ name: optional(Text) }))),
  thumb: optional(Schema.String),
}

/** A copy in a collection. Services mostly leave out unknown fields; only the numbers are required. */
export const Item = Schema.Struct({
  id: Count,
  instance_id: Count,
  date_added: optional(Schema.String),
  notes: optional(Schema.Array(Schema.Struct({ field_id: Schema.Finite, value: optional(Text) }))),
  basic_information: optional(Schema.Struct({ ...named, cover_image: optional(Schema.String) })),
})

/** A page of a collection: https://www.discogs.com/developers#page:user-collection */
export const Collection = Schema.Struct({
  pagination: Schema.Struct({ pages: Count, items: Count, per_page: optional(Count) }),
  releases: Schema.Array(Schema.Unknown),
})

/** A page of a wantlist, if the service shows one: https://www.discogs.com/developers#page:user-wantlist */
export const Wants = Schema.Struct({
  pagination: optional(Schema.Struct({ pages: Count })),
  wants: optional(Schema.Array(Schema.Unknown)),
})

/** A release in a wantlist. */
export const Want = Schema.Struct({
  id: Count,
  date_added: optional(Schema.String),
  notes: optional(Text),
  basic_information: optional(Schema.Struct({ ...named, cover_image: optional(Schema.String) })),
})

/** The copies of one release in a collection. */
export const Copies = Schema.Struct({ releases: Schema.Array(Item) })

/** The response to adding a release. */
export const Added = Schema.Struct({ instance_id: Count })

/** A release: https://www.discogs.com/developers#page:database,header:database-release */
export const ReleaseAnswer = Schema.Struct({
  ...named,
  id: Count,
  images: optional(
    Schema.Array(Schema.Struct({ type: optional(Schema.String), uri: optional(Schema.String) })),
  ),
})

/** The response to a search: https://www.discogs.com/developers#page:database,header:database-search */
export const Found = Schema.Struct({
  results: Schema.Array(
    Schema.Struct({
      id: Count,
      type: optional(Schema.String),
      title: Text,
      // Text here, a number in a release.
      year: optional(Schema.Union([Schema.Finite, Schema.String])),
      format: optional(Schema.Array(Schema.String)),
    }),
  ),
})

/** Several artists are joined by the release's own words, such as "&", "Featuring" and ",". */
export const artistsOf = (artists: ReadonlyArray<Artist>): string =>
  artists.reduce((text, { name }, index) => {
    if (index === 0) return artistName(name ?? "")
    const word = artists[index - 1]?.join?.trim() ?? ""
    return `${text}${word === "" || word === "," ? ", " : ` ${word} `}${artistName(name ?? "")}`
  }, "")

/** The first image URL that is not the service's "no image" placeholder. */
const imageOf = (...urls: ReadonlyArray<string | null | undefined>): WebUrl =>
  urls.map((url) => webUrl(url ?? "")).find((url) => url !== "" && !url.endsWith("/spacer.gif")) ?? ""

const yearOf = (year: number | string | null | undefined): number => {
  const value = Number(year ?? 0)
  return Number.isInteger(value) && value > 0 && value <= 9_999 ? value : 0
}

const releaseOf = (
  releaseId: number,
  { artists, formats, title, year }: Omit<typeof ReleaseAnswer.Type, "id" | "images">,
  imageUrl: WebUrl,
): Release => ({
  releaseId,
  title: title ?? "",
  artist: artistsOf(artists ?? []),
  year: yearOf(year),
  format: formats?.[0]?.name ?? "",
  imageUrl,
})

// The fields that every collection begins with: https://www.discogs.com/developers#page:user-collection,header:user-collection-list-custom-fields
const conditionFields = { media: 1, sleeve: 2 }

/** A copy in a collection; `id` is the release's number, `instance_id` the copy's. */
export const recordOf = ({
  basic_information: known,
  date_added,
  id,
  instance_id: instanceId,
  notes,
}: typeof Item.Type): OwnedRecord => {
  const noted = (field: number) => notes?.find(({ field_id }) => field_id === field)?.value ?? ""
  return {
    ...releaseOf(id, known ?? {}, imageOf(known?.cover_image, known?.thumb)),
    source: "discogs",
    instanceId,
    addedAt: instantOf(date_added),
    mediaCondition: noted(conditionFields.media),
    sleeveCondition: noted(conditionFields.sleeve),
  }
}

/** A wanted release. */
export const wantedOf = ({
  basic_information: known,
  date_added,
  id,
  notes,
}: typeof Want.Type): WantedRecord => ({
  ...releaseOf(id, known ?? {}, imageOf(known?.cover_image, known?.thumb)),
  source: "discogs",
  notes: notes ?? "",
  addedAt: instantOf(date_added),
})

/** A release with its first image: the one that its editors call primary, if any. */
export const releaseIn = ({ images, ...answer }: typeof ReleaseAnswer.Type): Release => {
  const primary = images?.find(({ type }) => type === "primary")
  return releaseOf(
    answer.id,
    answer,
    imageOf(primary?.uri, ...(images ?? []).map(({ uri }) => uri), answer.thumb),
  )
}

/**
 * "Artist - Title" split at each dash, since either may contain one. "Zoo (3)" may be searched for by that name as
 * well.
 */
const namesIn = (text: string): FoundRelease["names"] => {
  const pieces = text.split(" - ")
  return pieces.slice(1).flatMap((_, index) => {
    const artist = pieces.slice(0, index + 1).join(" - ")
    const title = pieces.slice(index + 1).join(" - ")
    return [...new Set([artistName(artist), artist])].map((name) => ({ artist: name, title }))
  })
}

/** The releases of a response, which may include artists, labels and masters. */
export const releasesFound = ({ results }: typeof Found.Type): ReadonlyArray<FoundRelease> =>
  results
    .filter(({ type }) => type === "release")
    .map(({ format, id, title, year }) => ({
      releaseId: id,
      names: namesIn(title),
      year: yearOf(year),
      formats: format ?? [],
    }))
