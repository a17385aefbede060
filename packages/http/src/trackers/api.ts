import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { Endpoint } from "../wire/endpoint.ts"
import { Admission } from "../middleware/admission.ts"

/** The definition of the API that takes messages of OwnTracks. */
export class OwnTracksApi extends HttpApi.make("owntracks").add(
  HttpApiGroup.make("owntracks").add(
    Endpoint.post("send", "/apis/owntracks", {
      success: Schema.Array(Schema.Json),
      summary: "Send a message of OwnTracks: visits and stays are check-ins",
    }).annotate(Admission, "open"),
  ),
) {}

/** The definition of the API that takes batches of Overland. */
export class OverlandApi extends HttpApi.make("overland").add(
  HttpApiGroup.make("overland").add(
    Endpoint.post("send", "/apis/overland", {
      success: Schema.Struct({ result: Schema.Literal("ok") }),
      summary: "Send a batch of Overland: visits and stays are check-ins",
    }).annotate(Admission, "open"),
  ),
) {}
