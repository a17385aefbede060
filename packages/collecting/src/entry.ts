import type { Entry, EpochMillis } from "@daybook/kernel"
import type { ListedFilm } from "./lists.ts"
import type { StoredRecord } from "./model.ts"

type AddedAt = { readonly addedAt: EpochMillis }

/** An added record as an entry of the journal. */
export const recordEntry = (
  record: Pick<StoredRecord, "id" | "title" | "artist" | "imageUrl"> & AddedAt,
): Omit<Entry, "day"> => ({
  id: `record:${record.id}`,
  kind: "record",
  at: record.addedAt,
  dayOnly: false,
  title: record.title,
  subtitle: record.artist,
  url: "",
  imageUrl: record.imageUrl,
  item: { type: "record", id: String(record.id) },
  count: 1,
})

/** An added film as an entry of the journal. */
export const filmEntry = (film: Pick<ListedFilm, "id" | "title" | "year"> & AddedAt): Omit<Entry, "day"> => ({
  id: `media:${film.id}`,
  kind: "media",
  at: film.addedAt,
  dayOnly: false,
  title: film.title,
  subtitle: film.year === 0 ? "" : String(film.year),
  url: "",
  imageUrl: "",
  item: { type: "media", id: film.id },
  count: 1,
})
