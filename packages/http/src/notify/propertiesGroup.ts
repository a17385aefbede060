// The properties of a workspace, and the values that were ignored.
import { PropertyType } from "@daybook/profiles"
import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { optional } from "../wire/query.ts"
import { Endpoint } from "../wire/endpoint.ts"
import { sample } from "./bodies.ts"
import { Conflict, NotFound, PayloadTooLarge, UnsupportedMediaType } from "./errors.ts"
import { PropertiesAnswer, PropertyAnswer, TypeChangedAnswer, WarningsAnswer } from "./replies.ts"
import { place, workspaceGroup } from "./workspaceKey.ts"

const property = {
  ...place,
  name: Schema.String.annotate({
    description: "The name of the property: the whole segment of the path, percent-decoded once",
  }),
}

/** A change of its type. */
const changing = {
  params: property,
  payload: Schema.Struct({ type: PropertyType }).annotate({ examples: [{ type: "number" }] }),
  error: [NotFound, Conflict, PayloadTooLarge, UnsupportedMediaType],
} as const

/** The property of the examples. */
export const aProperty = {
  name: "visits",
  type: "number",
  profiles: 481,
  first_set_at: sample.at,
  last_set_at: sample.at,
  status: "ready",
} as const

/** Properties of a workspace. */
export class PropertiesGroup extends workspaceGroup(
  "properties",
  "Properties",
  Endpoint.get("list", "/v1/:wsid/:version/properties", {
    params: place,
    query: {
      cursor: optional(Schema.String, "`next_cursor` of the page before"),
      limit: optional(Schema.String, "Properties of a page, 1 to 1,000; 100 by default"),
    },
    success: PropertiesAnswer,
    summary: "List properties",
    description:
      "By name, each with its type, the number of profiles that have it, and when a request first and last gave it a value, if one has.",
  }),
  Endpoint.get("get", "/v1/:wsid/:version/properties/:name", {
    params: property,
    success: PropertyAnswer,
    error: NotFound,
    summary: "Get a property and the progress of its change",
  }),
  Endpoint.patch("changeType", "/v1/:wsid/:version/properties/:name", {
    ...changing,
    success: PropertyAnswer.annotate({
      examples: [{ ...aProperty, status: "converting", visited_profiles: 0 }],
    }).pipe(HttpApiSchema.status(202)),
    summary: "Change the type of a property",
    description:
      "New values must have the new type at once. Stored values are converted in the background. A value that cannot be converted " +
      "is removed and counted as a warning. The property is `converting` until that is done.",
  }),
  Endpoint.post("changeTypeNow", "/v1/:wsid/:version/properties/:name/type", {
    ...changing,
    success: [
      TypeChangedAnswer.annotate({ examples: [{ ...aProperty, dropped: 2 }] }),
      TypeChangedAnswer.annotate({
        examples: [{ ...aProperty, status: "converting", visited_profiles: 40_000, dropped: 2 }],
      }).pipe(HttpApiSchema.status(202)),
    ],
    summary: "Change the type of a property, and count what is dropped",
    description:
      "Like PATCH of the property, but the response follows once all values are converted, with the number of values that " +
      "were removed. After 10 s it is a 202, and the rest is converted in the background.",
  }),
  Endpoint.delete("delete", "/v1/:wsid/:version/properties/:name", {
    params: property,
    success: [
      HttpApiSchema.NoContent,
      PropertyAnswer.annotate({
        examples: [{ ...aProperty, status: "deleting", visited_profiles: 40_000 }],
      }).pipe(HttpApiSchema.status(202)),
    ],
    error: [NotFound, Conflict],
    summary: "Delete a property from every profile",
    description:
      "New values of it are ignored until its values are removed. Then it is gone with its type, and may be set again. After 10 s " +
      "the response is a 202, and the rest is removed in the background: the property is `deleting` until then.",
  }),
) {}

/** Warnings of ignored values. */
export class WarningsGroup extends workspaceGroup(
  "warnings",
  "Warnings",
  Endpoint.get("list", "/v1/:wsid/:version/warnings", {
    params: place,
    success: WarningsAnswer,
    summary: "List the values that were ignored",
    description:
      "Counted by property and reason, newest first, each with the last value. A set-once of a property that already has a " +
      "value causes no warning. Warnings expire `REQUEST_RETENTION_DAYS` after their last value, 7 by default.",
  }),
) {}
