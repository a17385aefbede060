import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { Admission } from "../middleware/admission.ts"
import { AnyParameters } from "../wire/anyParameters.ts"
import { Endpoint } from "../wire/endpoint.ts"

const path = "/apis/strava/webhook"

/** The definition of the webhook that Strava calls. */
export class StravaApi extends HttpApi.make("strava").add(
  HttpApiGroup.make("strava").add(
    Endpoint.get("subscribe", path, {
      query: {
        "hub.challenge": Schema.optionalKey(Schema.String),
        "hub.verify_token": Schema.optionalKey(Schema.String),
      },
      success: Schema.Struct({ "hub.challenge": Schema.String }),
      summary: "Confirm a subscription that shows the verify token",
    })
      .annotate(Admission, "open")
      .annotate(AnyParameters, true),
    Endpoint.post("deliver", path, {
      payload: Schema.Record(Schema.String, Schema.Json),
      success: Schema.Struct({ status: Schema.Literals(["ok", "ignored"]) }),
      summary: "Report that an activity was added, edited or deleted: Daybook reads it from Strava",
    }).annotate(Admission, "open"),
  ),
) {}
