import { MediaFormatCount, OwnedFilm, OwnedRecord, StoredRecord } from "@daybook/collecting"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
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

/** Records and films with the time of their adding, as one list. */
export const readAdded = rowsOf(
  Schema.Struct({
    isRecord: Schema.Boolean,
    ...Struct.pick(StoredRecord.fields, ["id", "title", "artist", "imageUrl"]),
    ...Struct.pick(OwnedFilm.fields, ["source", "filmId", "year", "format"]),
    addedAt: EpochMillis,
  }),
  { id: { name: "record_id" }, imageUrl: { name: "cover_url" } },
)

export const readFormats = rowsOf(MediaFormatCount)
