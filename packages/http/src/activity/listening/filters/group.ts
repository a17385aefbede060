import { FilterId, FilterKind, FilterMatch, FilterRule } from "@daybook/listening"
import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import {
  Endpoint,
  Instant,
  JsonBody,
  keyedGroup,
  NotFound,
  optional,
  RecordId,
  listOf,
  paging,
  wireForm,
} from "../../forRoutes.ts"

// The domain limits the length of texts.
const FilterRequest = Schema.Struct({
  kind: FilterKind.annotate({ message: "must be artist, album or track" }),
  match: FilterMatch.annotate({ message: "must be exact or pattern" }),
  value: Schema.String.annotate({
    description:
      "1 to 500 characters: a whole name, or a regular expression (RE2: no lookaheads, no backreferences) that may " +
      "match anywhere in a name. Case does not matter",
  }),
  reason: optional(Schema.String, "Your own note, up to 500 characters; empty by default"),
}).annotate({
  examples: [{ kind: "artist", match: "exact", value: "The Salt Roads", reason: "not my plays" }],
})

export const Filter = wireForm({
  id: FilterId,
  ...FilterRule.fields,
  createdAt: Instant,
})

export const Filters = listOf(Filter)

export class FiltersGroup extends keyedGroup(
  "filters",
  "Filters",
  Endpoint.get("list", "/v1/listening/admin/filters", {
    query: paging,
    success: Filters,
    summary: "List the filters of listening, oldest first",
  }),
  Endpoint.post("create", "/v1/listening/admin/filters", {
    payload: FilterRequest,
    success: [
      Filter.pipe(HttpApiSchema.status(201)),
      Filter.annotate({ description: "The filter exists already and stays unchanged" }),
    ],
    summary: "Hide artists, albums or tracks",
    description:
      "Matching plays, past and future, stay stored but are hidden from top albums and now playing.",
  }).middleware(JsonBody),
  Endpoint.delete("remove", "/v1/listening/admin/filters/:id", {
    params: { id: RecordId },
    error: NotFound,
    summary: "Remove a filter",
  }),
) {}
