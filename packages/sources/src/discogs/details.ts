import type { ReleaseDetails, ReleaseTrack } from "@daybook/collecting"
import * as Schema from "effect/Schema"
import { Text } from "../text.ts"
import { optional } from "../optional.ts"
import { Artist, artistsOf } from "./responses.ts"
import { artistName } from "./artistName.ts"

const track = {
  position: optional(Text),
  title: optional(Text),
  duration: optional(Text),
  artists: optional(Schema.Array(Artist)),
}

const Track = Schema.Struct({
  ...track,
  /** `track`, `heading` or `index`; old responses have none. */
  type_: optional(Schema.String),
  /** The parts of an `index`, such as the movements of a symphony. */
  sub_tracks: optional(Schema.Array(Schema.Struct(track))),
})

/** The details of a release: https://www.discogs.com/developers#page:database,header:database-release */
export const DetailsAnswer = Schema.Struct({
  country: optional(Text),
  released: optional(Text),
  genres: optional(Schema.Array(Text)),
  styles: optional(Schema.Array(Text)),
  labels: optional(Schema.Array(Schema.Struct({ name: optional(Text), catno: optional(Text) }))),
  tracklist: optional(Schema.Array(Track)),
})

/** `1:02:03` or `4:45` in seconds; 0 for anything else. */
const secondsOf = (duration: string): number =>
  /^\d+(?::\d{1,2}){1,2}$/.test(duration)
    ? duration.split(":").reduce((seconds, part) => seconds * 60 + Number(part), 0)
    : 0

/** `1999-03-00` is March 1999: Discogs writes 00 for an unknown part. */
const releasedOf = (released: string): string =>
  /^\d{4}(?:-\d{2}){0,2}$/.test(released) && !released.startsWith("0000")
    ? released.replace(/-00.*$/, "")
    : ""

const trackOf = ({
  artists,
  duration,
  position,
  title,
}: Omit<typeof Track.Type, "sub_tracks" | "type_">): ReleaseTrack => ({
  position: position ?? "",
  title: title ?? "",
  artist: artistsOf(artists ?? []),
  seconds: secondsOf(duration?.trim() ?? ""),
})

/** The details of a release. Headings are left out, and of a work in parts its parts are the tracks. */
export const detailsIn = (answer: typeof DetailsAnswer.Type): ReleaseDetails => {
  // Discogs lists a label once for each of its roles.
  const labels = new Map(
    (answer.labels ?? []).map(({ catno, name }) => [
      `${name} ${catno}`,
      { name: artistName(name ?? ""), catalogNumber: /^none$/i.test(catno ?? "") ? "" : (catno ?? "") },
    ]),
  )
  return {
    country: answer.country ?? "",
    released: releasedOf(answer.released?.trim() ?? ""),
    genres: answer.genres ?? [],
    styles: answer.styles ?? [],
    labels: [...labels.values()],
    tracks: (answer.tracklist ?? []).flatMap(({ sub_tracks: parts, type_: type, ...one }) =>
      parts !== undefined && parts !== null && parts.length > 0
        ? parts.map(trackOf)
        : type === "heading"
          ? []
          : [trackOf(one)],
    ),
  }
}
