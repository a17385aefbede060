import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Admission } from "../middleware/admission.ts"

/** The definition of the API that takes messages of OwnTracks. */
export class OwnTracksApi extends HttpApi.make("owntracks").add(
  HttpApiGroup.make("owntracks").add(
    HttpApiEndpoint.post("send", "/apis/owntracks", { success: Schema.Array(Schema.Json) })
      .annotate(Admission, "open")
      .annotateMerge(
        OpenApi.annotations({ summary: "Send a message of OwnTracks: visits and stays are check-ins" }),
      ),
  ),
) {}

/** The definition of the API that takes batches of Overland. */
export class OverlandApi extends HttpApi.make("overland").add(
  HttpApiGroup.make("overland").add(
    HttpApiEndpoint.post("send", "/apis/overland", {
      success: Schema.Struct({ result: Schema.Literal("ok") }),
    })
      .annotate(Admission, "open")
      .annotateMerge(
        OpenApi.annotations({ summary: "Send a batch of Overland: visits and stays are check-ins" }),
      ),
  ),
) {}
