import { MediaFormatCount, OwnedFilm, OwnedRecord, StoredRecord } from "@daybook/collecting"
import { bigint } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf } from "../sql/table.ts"

const recordColumns = {
  instanceId: { type: bigint },
  releaseId: { type: bigint },
  imageUrl: { name: "cover_url" },
}

/** Records as they are written: the database gives them their ids. */
export const ownedRecords = tableOf("owned_records", OwnedRecord, recordColumns)

/** Records as they are read. */
export const storedRecords = tableOf("owned_records", StoredRecord, recordColumns)

export const ownedFilms = tableOf("owned_films", OwnedFilm)

export const readFormats = rowsOf(MediaFormatCount)
