import { searchableOf } from "@daybook/kernel"
import { type CheckIn, placeOf } from "@daybook/places"

/** Places as items that a search finds. */
export const placesSearch = (version: () => number, all: () => Iterable<CheckIn>) =>
  searchableOf(version, {
    place: () =>
      Array.from(Map.groupBy(all(), placeOf), ([id, checkIns]) => {
        const [{ city = "", country = "", venueName = "" } = {}] = checkIns
        return {
          id,
          title: venueName,
          subtitle: [city, country].filter((part) => part !== "").join(", "),
          at: checkIns.reduce((latest, { checkedInAt }) => Math.max(latest, checkedInAt), -Infinity),
        }
      }),
  })
