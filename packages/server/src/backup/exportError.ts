import { databaseFault } from "@daybook/storage-postgres/beforeOpening"
import * as Schema from "effect/Schema"

/** An export could not be written. The message says why, and what to do. */
export class ExportFailed extends Schema.TaggedError<ExportFailed>()("NotExported", {
  message: Schema.String,
}) {}

/** The failure with the reason that a file, or a store, gives. */
export const notExported = (cause: unknown): ExportFailed =>
  new ExportFailed({
    message: databaseFault(cause) ?? (cause instanceof Error ? cause.message : String(cause)),
  })
