import { ApiKey } from "@daybook/access"
import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import {
  Admission,
  Forbidden,
  InstantOrEmpty,
  InvalidRequest,
  JsonBody,
  TooManyRequests,
  Unauthorized,
  wireForm,
} from "../../forRoutes.ts"

/** The key of a session, as its page shows it, the owner's time zone, and how the page looks and counts. */
export const SessionForm = wireForm({
  name: ApiKey.fields.name,
  scope: ApiKey.fields.scope,
  expiresAt: InstantOrEmpty,
  timeZone: Schema.String,
  preferences: wireForm({
    dayBeginsAt: Schema.String,
    weekBeginsOn: Schema.Literals(["monday", "sunday", "saturday"]),
    units: Schema.Literals(["auto", "kilometres", "miles"]),
    language: Schema.String,
    theme: Schema.Literals(["system", "light", "dark"]),
  }),
})

const errors = [Unauthorized, Forbidden, TooManyRequests] as const

/**
 * Signs a browser in and out. Not in the activity API's document: only the page uses it. Any key that may read signs
 * in, with its own rights: the handlers check the caller. A sign-in link signs in with a key of the browser's own.
 */
export class SessionApi extends HttpApi.make("session").add(
  HttpApiGroup.make("session")
    .add(
      HttpApiEndpoint.post("begin", "/session", { success: SessionForm, error: errors }).annotate(
        Admission,
        "session",
      ),
      HttpApiEndpoint.post("beginByLink", "/session/link", {
        payload: Schema.Struct({ token: Schema.String }),
        success: SessionForm,
        error: errors,
      })
        .middleware(JsonBody)
        .annotate(Admission, "session"),
      HttpApiEndpoint.get("show", "/session", {
        success: [SessionForm, HttpApiSchema.NoContent],
        error: errors,
      }).annotate(Admission, "session"),
      HttpApiEndpoint.delete("end", "/session", {}).annotate(Admission, "session"),
    )
    .middleware(InvalidRequest),
) {}
