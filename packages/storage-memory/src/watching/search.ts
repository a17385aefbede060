import type { Title } from "@daybook/watching"
import { searchableOf } from "@daybook/kernel"
import type { TitleItems } from "./items.ts"
import type { StoredTitle } from "./lists.ts"

const lastWatch = (items: TitleItems): number | undefined => {
  const known = [...items.all].flatMap(({ watches }) =>
    watches.filter(({ precision }) => precision !== "unknown").map(({ at }) => at),
  )
  return known.length === 0 ? undefined : known.reduce((one, other) => Math.max(one, other))
}

/** True for a film that was watched or rated, and for a show that was watched. */
export const isSeen = ({ items, title }: StoredTitle): boolean =>
  [...items.all].some(
    ({ latestRating, watches }) => watches.length > 0 || (title.kind === "film" && latestRating.rating > 0),
  )

/** Films and shows that were watched or rated, as items that a search finds. */
export const watchingSearch = (
  version: () => number,
  titlesOf: (kind: Title["kind"]) => ReadonlyArray<StoredTitle>,
) => {
  const ofKind = (kind: Title["kind"]) => () =>
    titlesOf(kind)
      .filter(isSeen)
      .map(({ items, title: { id, imageUrl, name, year } }) => ({
        id,
        title: name,
        subtitle: year === 0 ? "" : String(year),
        at: lastWatch(items),
        imageUrl,
      }))
  return searchableOf(version, { movie: ofKind("film"), show: ofKind("show") })
}
