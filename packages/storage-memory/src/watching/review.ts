import { type DateRange, dayBounds, isEverything, isOnDays } from "@daybook/kernel"
import { reviewOf, titleShown, topsOfReview, type WatchingReview } from "@daybook/watching"
import type * as DateTime from "effect/DateTime"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { firstInOrder } from "../kernel/pageInOrder.ts"
import type { Item, StoredWatch } from "./items.ts"
import { type StoredTitle, ratingOf } from "./lists.ts"
import { statsOfTitles } from "./stats.ts"

/** A range of all titles in review. */
export const reviewOfTitles = (
  zone: DateTime.TimeZone,
  titles: ReadonlyArray<StoredTitle>,
  range: DateRange,
): WatchingReview => {
  const bounds = dayBounds(range, zone)
  const isIn = ({ at, day }: StoredWatch) =>
    isEverything(range) || (day !== undefined && isOnDays(bounds, { at, day }))
  const watchesOf = ({ items }: StoredTitle, of: (watch: StoredWatch) => boolean) =>
    [...items.all].flatMap((item: Item) => item.watches.filter(of).map((watch) => ({ item, watch })))

  const films = titles.flatMap((one) => {
    if (one.title.kind !== "film") return []
    const rated = watchesOf(one, (watch) => watch.day !== undefined && isIn(watch))
      .map(({ item, watch }) => ({ rating: ratingOf(item, watch), watchedAt: watch.at }))
      .filter(({ rating }) => rating > 0)
      .sort((first, second) => second.rating - first.rating || second.watchedAt - first.watchedAt)
    return rated.slice(0, 1).map((best) => ({ ...titleShown(one.title), ...best }))
  })
  const shows = titles.flatMap((one) => {
    const seen = one.title.kind === "show" ? watchesOf(one, isIn) : []
    if (seen.length === 0) return []
    const isNew =
      watchesOf(one, ({ day }) => day !== undefined && day < (bounds.from?.day ?? "")).length === 0
    return [
      { isNew, shown: { ...titleShown(one.title), episodes: new Set(seen.map(({ item }) => item)).size } },
    ]
  })
  return reviewOf({
    stats: statsOfTitles(zone, titles, range),
    newShows: shows.filter(({ isNew }) => isNew).length,
    meanRating: films.length === 0 ? 0 : films.reduce((sum, { rating }) => sum + rating, 0) / films.length,
    topFilms: firstInOrder(
      films,
      (one, other) => other.rating - one.rating || other.watchedAt - one.watchedAt || other.id - one.id,
      topsOfReview,
    ),
    topShows: firstInOrder(
      shows.map(({ shown }) => shown),
      (one, other) =>
        other.episodes - one.episodes || byCodePoints(one.title, other.title) || one.id - other.id,
      topsOfReview,
    ),
  })
}
