import { dayOf, isLocalDate, storableText, webUrl, type WebUrl } from "@daybook/kernel"
import { onDay, ratingOf, type WatchRecord, type WatchTime } from "@daybook/watching"
import { parseFeed } from "@rowanmanning/feed-parser"
import type * as DateTime from "effect/DateTime"
import { reviewIn } from "./reviewText.ts"

type Item = ReturnType<typeof parseFeed>["items"][number]

// Their prefixes are only customary.
const letterboxd = "https://letterboxd.com"
const tmdb = "https://themoviedb.org"

/** The text of an element of one of the two namespaces; the library gives names in lower case. */
const textOf = (item: Item, namespace: string, name: string): string =>
  storableText(
    item.element
      .findElementsWithName(name.toLowerCase())
      .find((element) => element.namespaceUri === namespace)?.textContentNormalized ?? "",
  )

/** The day of viewing; a review without one counts on the day when it was written. */
const timeOf = (item: Item, zone: DateTime.TimeZone): WatchTime | undefined => {
  const watched = textOf(item, letterboxd, "watchedDate")
  if (isLocalDate(watched)) return onDay(watched)
  // Letterboxd writes the time of logging in New Zealand's time zone.
  const logged = item.published?.getTime()
  return logged === undefined ? undefined : onDay(dayOf(logged, zone))
}

const posterIn = (description: string): WebUrl =>
  webUrl(/<img[^>]+src="(https:\/\/[^"]+)"/.exec(description)?.[1]?.replaceAll("&amp;", "&") ?? "")

const numberIn = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

/** A log or review of the feed without a film or a day. */
export interface RejectedEntry {
  readonly ref: string
  readonly reason: string
  /** The feed's entry, as JSON. */
  readonly raw: string
}

const rejectedEntry = (
  { description, id, published, title }: Item,
  ref: string,
  reason: string,
): RejectedEntry => ({
  ref,
  reason,
  raw: JSON.stringify({ guid: id, title, published, description }),
})

const recordOf = (item: Item, zone: DateTime.TimeZone): WatchRecord | RejectedEntry | undefined => {
  // The number stays when a log becomes a review. Lists have one too, and name no film.
  const ref = /^letterboxd-(?:watch|review)-(\d+)$/.exec(item.id ?? "")?.[1]
  const title = textOf(item, letterboxd, "filmTitle")
  const time = timeOf(item, zone)
  if (ref === undefined) return undefined
  if (title === "") return rejectedEntry(item, ref, "letterboxd:filmTitle: Missing")
  if (time === undefined) return rejectedEntry(item, ref, "letterboxd:watchedDate, pubDate: Expected a date")
  const description = item.element.findElementWithName("description")?.textContent ?? ""
  const movie = numberIn(textOf(item, tmdb, "movieId"))
  const series = numberIn(textOf(item, tmdb, "tvId"))
  return {
    type: "watched",
    source: "letterboxd",
    ref,
    // A series logged as one work has a tvId, which is not a film's number, and means no episode.
    item: {
      kind: "film",
      title,
      year: numberIn(textOf(item, letterboxd, "filmYear")),
      ids: movie !== 0 ? { tmdb: movie } : series !== 0 ? { series } : {},
    },
    ...time,
    // Unrated logs leave it out.
    rating: ratingOf(Number(textOf(item, letterboxd, "memberRating")) || 0, 5),
    review: reviewIn(description),
    imageUrl: posterIn(description),
  }
}

/** The watches in a member's feed, oldest first, and its rejected entries; undefined if it is not a feed. */
export const watchesInFeed = (
  xml: string,
  zone: DateTime.TimeZone,
):
  | { readonly watches: ReadonlyArray<WatchRecord>; readonly rejected: ReadonlyArray<RejectedEntry> }
  | undefined => {
  let items: ReadonlyArray<Item>
  try {
    items = parseFeed(xml).items
  } catch {
    return undefined
  }
  const records = items.flatMap((item) => recordOf(item, zone) ?? []).toReversed()
  return {
    watches: records.filter((record) => "type" in record),
    rejected: records.filter((record): record is RejectedEntry => !("type" in record)),
  }
}
