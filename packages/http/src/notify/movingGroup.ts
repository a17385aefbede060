// The routes that export and import a workspace's profiles.
import { maxProblems } from "@daybook/profiles"
import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { optional } from "../wire/query.ts"
import { Endpoint } from "../wire/endpoint.ts"
import { Forbidden, Overloaded, PayloadTooLarge, UnsupportedMediaType } from "./errors.ts"
import { place, workspaceGroup } from "./workspaceKey.ts"

export const ImportAnswer = Schema.Struct({
  rows: Schema.Int.annotate({ description: "The profiles in the file, without rejected ones" }),
  changed: Schema.Int.annotate({ description: "Those of them that changed a profile" }),
  rejected: Schema.Int.annotate({ description: "Lines that were rejected as a whole" }),
  ignored: Schema.Int.annotate({
    description: "Values that were ignored, but for those of `set-once` that came second",
  }),
  problems: Schema.Array(
    Schema.Struct({
      line: Schema.Int.annotate({ description: "The number of the line where the row begins, from 1" }),
      name: optional(
        Schema.String,
        "The property whose value was ignored; without it the whole line was rejected",
      ),
      reason: Schema.String,
    }),
  ).annotate({
    description: `The first ${maxProblems.toLocaleString("en")} of the rejected lines and ignored values`,
  }),
})

const format = {
  format: optional(Schema.String, "`jsonl` or `csv`; without it by the media type"),
}

const file = (contentType: string, description: string) =>
  Schema.String.annotate({ description }).pipe(HttpApiSchema.asText({ contentType }))

const jsonLines = file(
  "application/jsonl",
  'A first line `{"types": {name: type}}`, a line `{"distinct_id", "id_list", "properties", "created_at", "updated_at"}` for each ' +
    'profile, and a last line `{"end": true}`',
)
const csv = file(
  "text/csv",
  "RFC 4180. A first line of names: `$distinct_id`, `$id_list`, `$created_at`, `$updated_at`, and the properties'",
)

/** The export and the import of profiles. */
export class MovingGroup extends workspaceGroup(
  "moving",
  "Export and import",
  Endpoint.get("export", "/v1/:wsid/:version/export", {
    params: place,
    query: {
      ...format,
      after: optional(
        Schema.String,
        "To resume an export: the last distinct ID received. Returns only the profiles after it, without a first line",
      ),
    },
    success: [jsonLines, csv],
    summary: "Export all profiles",
    description:
      "By distinct ID, as they are read, with the types of properties. `import` of the file into an empty workspace makes the same " +
      "profiles, with their other IDs and their times.",
  }),
  Endpoint.post("import", "/v1/:wsid/:version/import", {
    params: place,
    query: {
      ...format,
      operation: optional(
        Schema.String,
        "`set-once` (by default) sets what has no value; `set` sets over any value",
      ),
    },
    payload: [jsonLines, csv],
    success: ImportAnswer.annotate({
      examples: [
        {
          rows: 508,
          changed: 507,
          rejected: 1,
          ignored: 1,
          problems: [
            { line: 7, name: "visits", reason: "the property is a number" },
            { line: 12, reason: "not JSON" },
          ],
        },
      ],
    }),
    error: [Forbidden, PayloadTooLarge, UnsupportedMediaType, Overloaded],
    summary: "Import profiles",
    description:
      "Reads a file of up to 4 GiB, as sent and decompressed. Each row is stored whole or not at all. After an interruption send the file again: " +
      "rows already stored change nothing. Each row counts as a request for the workspace's rate.",
  }),
) {}
