import {
  editedFilms,
  editedRecords,
  filmKeys,
  type ListedFilm,
  type RecordId,
  recordKeys,
  type SourcedRecord,
} from "@daybook/collecting"
import { editItems } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { editLogIn, type EditRows } from "../kernel/edits.ts"

/** Items in memory, by their ids. */
const rowsOf = <Item extends { readonly id: number | string }>(items: Map<string, Item>) => ({
  read: (ids: ReadonlyArray<string>) => Effect.sync(() => ids.flatMap((id) => items.get(id) ?? [])),
  put: (all: ReadonlyArray<Item>) =>
    Effect.sync(() => {
      for (const item of all) items.set(String(item.id), item)
    }),
  remove: (ids: ReadonlyArray<string>) =>
    Effect.sync(() => {
      for (const id of ids) items.delete(id)
    }),
})

/** True where one of the values is unknown, or both are the same. */
const mayBe = <A>(one: A, other: A, unknown: A): boolean =>
  one === unknown || other === unknown || one === other

/** The edits by hand of records in memory. `number` gives the number of a new record. */
export const editedRecordsIn = (
  records: Map<string, SourcedRecord>,
  edits: EditRows["Service"],
  number: () => RecordId,
) =>
  editItems(editLogIn(edits, "collecting"), editedRecords, {
    ...rowsOf(records),
    nextId: Effect.sync(() => String(number())),
    same: (record) =>
      Effect.sync(() => {
        const { artistKey, formatKey, titleKey } = recordKeys(record)
        const [id] = [...records.values()]
          .filter((one) => {
            const keys = recordKeys(one)
            return (
              keys.artistKey === artistKey &&
              keys.titleKey === titleKey &&
              mayBe(keys.formatKey, formatKey, "") &&
              mayBe(one.year, record.year, 0)
            )
          })
          .map((one) => one.id)
          .sort((one, other) => one - other)
        return id === undefined ? undefined : String(id)
      }),
  })

/** The edits by hand of films in memory. */
export const editedFilmsIn = (films: Map<string, ListedFilm>, edits: EditRows["Service"]) =>
  editItems(editLogIn(edits, "collecting"), editedFilms, {
    ...rowsOf(films),
    same: (film) =>
      Effect.sync(() => {
        const { formatKey, titleKey } = filmKeys(film)
        const [id] = [...films.values()]
          .filter((one) => {
            const keys = filmKeys(one)
            return (
              mayBe(keys.formatKey, formatKey, "") &&
              (one.movieDbId === 0 || film.movieDbId === 0
                ? keys.titleKey === titleKey && mayBe(one.year, film.year, 0)
                : one.movieDbId === film.movieDbId)
            )
          })
          .map((one) => one.id)
          .sort(byCodePoints)
        return id
      }),
  })
