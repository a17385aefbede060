import { type CollectingReview, type OwnedFilm, type StoredRecord, topsOfReview } from "@daybook/collecting"
import { type DateRange, isWithin } from "@daybook/kernel"
import { byCodePoints } from "../kernel/byCodePoints.ts"

const tally = (names: ReadonlyArray<string>) =>
  Array.from(
    Map.groupBy(
      names.filter((name) => name !== ""),
      (name) => name,
    ),
    ([name, { length: count }]) => ({ name, count }),
  )
    .sort((one, other) => other.count - one.count || byCodePoints(one.name, other.name))
    .slice(0, topsOfReview)

/** Reviews those of these records and films that were added in a range. */
export const reviewOf = (
  records: ReadonlyArray<StoredRecord>,
  films: ReadonlyArray<OwnedFilm>,
  range: DateRange,
): CollectingReview => {
  const isAdded = ({ addedAt }: StoredRecord | OwnedFilm) => addedAt !== undefined && isWithin(range, addedAt)
  const added = records.filter(isAdded)
  const addedFilms = films.filter(isAdded)
  return {
    records: added.length,
    media: addedFilms.length,
    artists: tally(added.map(({ artist }) => artist)),
    formats: tally(added.map(({ format }) => format)),
    mediaFormats: tally(addedFilms.map(({ format }) => format)),
  }
}
