import { Rows } from "@daybook/storage-sql/collecting"
import { tableOf } from "../sql/table.ts"

const records = Rows.detailedRecords("[]")

export const sourcedRecords = tableOf(...Rows.sourcedRecords)
export const shelvedRecords = tableOf(...Rows.shelvedRecords)
export const listedRecords = tableOf(...records.listed)
export const describedRecords = tableOf(...records.whole)
export const ownedFilms = tableOf(...Rows.ownedFilms)
export const listedFilms = tableOf(...Rows.listedFilms)
export const releaseDetails = tableOf(...Rows.releaseDetails)
export const writtenRecords = tableOf(...Rows.writtenRecords)
