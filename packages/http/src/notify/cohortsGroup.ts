// Saved cohorts, and the parameters that they share with profiles.
import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { optional } from "../wire/query.ts"
import { Endpoint } from "../wire/endpoint.ts"
import { NewCohortBody, sample } from "./bodies.ts"
import { Forbidden, NotFound, PayloadTooLarge, UnsupportedMediaType } from "./errors.ts"
import { CohortAnswer, MembershipAnswer, SavedCohortAnswer, SavedCohortsAnswer } from "./replies.ts"
import { place, workspaceGroup } from "./workspaceKey.ts"

/** The place of a profile, and its id. */
export const profile = {
  ...place,
  distinct_id: Schema.String.annotate({
    description:
      "The profile's distinct ID, of at most 255 characters: the whole segment of the path, percent-decoded once",
  }),
}

/** The filter of a cohort. */
export const filter = {
  filter: optional(
    Schema.String,
    'JSON: a condition `{"name", "op", "value"}`, or `{"all": […]}`, `{"any": […]}` or `{"not": …}` of filters, at most 5 ' +
      "levels deep and with at most 20 conditions; without it every profile is found. `eq`, `ne` and `in` compare values of " +
      "exactly the same type; `gt`, `gte`, `lt`, `lte` compare numbers, dates by instant, and texts by code point; `contains` is " +
      "an item of a list or a part of a text, `starts_with` its beginning; `exists` takes true or false. `ne` also matches " +
      "an unset property. Comparisons take relative dates: `-30d` is the beginning of that day in UTC, with units h " +
      "(hours, exact), d, w, m (months) and y.",
  ),
}

/** The pages of a cohort. */
export const page = {
  ids: optional(
    Schema.String,
    "Only the profiles with these distinct IDs: up to 1,000, separated by commas or as a JSON list",
  ),
  sort: optional(
    Schema.String,
    "The name of a property to sort by; with a `-` before it, from the greatest. Profiles without a value come last",
  ),
  fields: optional(
    Schema.String,
    "The names of the properties to return, between commas or as a JSON list; all by default",
  ),
  cursor: optional(Schema.String, "`next_cursor` of the page before"),
  limit: optional(Schema.String, "Profiles of a page, 1 to 1,000; 100 by default"),
}

/** A saved cohort, and its id. */
export const cohort = {
  ...place,
  id: Schema.String.annotate({ description: "The id of the cohort" }),
}

/** The cohort of the examples. */
export const aCohort = {
  id: "5d0f1c52-6d0e-4c1b-9b58-2f1f0a7f6d11",
  name: "paying",
  filter: { name: "plan", op: "eq", value: "yearly" },
  created_at: sample.at,
}

/** Saved cohorts. */
export class CohortsGroup extends workspaceGroup(
  "cohorts",
  "Cohorts",
  Endpoint.post("save", "/v1/:wsid/:version/cohorts", {
    params: place,
    payload: NewCohortBody,
    success: SavedCohortAnswer.annotate({ examples: [aCohort] }).pipe(HttpApiSchema.status(201)),
    error: [Forbidden, PayloadTooLarge, UnsupportedMediaType],
    summary: "Save a cohort",
    description: "A filter under a name. A workspace has at most 1,000 in each version of its data.",
  }),
  Endpoint.get("list", "/v1/:wsid/:version/cohorts", {
    params: place,
    success: SavedCohortsAnswer,
    summary: "List saved cohorts",
    description: "Oldest first.",
  }),
  Endpoint.get("get", "/v1/:wsid/:version/cohorts/:id", {
    params: cohort,
    success: SavedCohortAnswer,
    error: NotFound,
    summary: "Get a saved cohort",
  }),
  Endpoint.delete("delete", "/v1/:wsid/:version/cohorts/:id", {
    params: cohort,
    error: NotFound,
    summary: "Delete a saved cohort",
  }),
  Endpoint.get("profiles", "/v1/:wsid/:version/cohorts/:id/profiles", {
    params: cohort,
    query: page,
    success: CohortAnswer,
    error: NotFound,
    summary: "Find the profiles of a saved cohort",
  }),
  Endpoint.get("membership", "/v1/:wsid/:version/cohorts/:id/profiles/:distinct_id", {
    params: { ...profile, ...cohort },
    success: MembershipAnswer,
    error: NotFound,
    summary: "Explain whether a profile is in a saved cohort",
  }),
) {}
