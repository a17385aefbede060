import type { Title, TitleId } from "@daybook/watching"
import { searchableOf } from "@daybook/kernel"
import type { TitleItems } from "./items.ts"

const lastWatch = (items: TitleItems | undefined): number | undefined => {
  const known = [...(items?.all ?? [])].flatMap(({ watches }) =>
    watches.filter(({ precision }) => precision !== "unknown").map(({ at }) => at),
  )
  return known.length === 0 ? undefined : known.reduce((one, other) => Math.max(one, other))
}

/** True for a film that was watched or rated, and for a show that was watched. */
const isSeen = (kind: Title["kind"], items: TitleItems | undefined): boolean =>
  [...(items?.all ?? [])].some(
    ({ latestRating, watches }) => watches.length > 0 || (kind === "film" && latestRating.rating > 0),
  )

/** Films and shows that were watched or rated, as items that a search finds. */
export const watchingSearch = (
  version: () => number,
  titles: () => Iterable<Title>,
  itemsOf: ReadonlyMap<TitleId, TitleItems>,
) => {
  const ofKind = (kind: Title["kind"]) => () =>
    Array.from(titles())
      .filter((title) => title.kind === kind && isSeen(kind, itemsOf.get(title.id)))
      .map(({ id, imageUrl, name, year }) => ({
        id,
        title: name,
        subtitle: year === 0 ? "" : String(year),
        at: lastWatch(itemsOf.get(id)),
        imageUrl,
      }))
  return searchableOf(version, { movie: ofKind("film"), show: ofKind("show") })
}
