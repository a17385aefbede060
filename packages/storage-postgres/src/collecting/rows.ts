import { Rows } from "@daybook/storage-sql/collecting"
import { tableOf } from "../sql/table.ts"
import { SourcedRecord } from "@daybook/collecting"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

const records = Rows.detailedRecords("{}")

/** Records as sources report them, with their folded names: the database gives them their ids. */
export const ownedRecords = tableOf(
  "owned_records",
  Schema.Struct({ ...Struct.omit(SourcedRecord.fields, ["id"]), ...Rows.recordKeyColumns }),
  Rows.recordColumns,
)

export const sourcedRecords = tableOf(...Rows.sourcedRecords)
export const shelvedRecords = tableOf(...Rows.shelvedRecords)
export const listedRecords = tableOf(...records.listed)
export const describedRecords = tableOf(...records.whole)
export const ownedFilms = tableOf(...Rows.ownedFilms)
export const listedFilms = tableOf(...Rows.listedFilms)
export const releaseDetails = tableOf(...Rows.releaseDetails)
