import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { Endpoint } from "../wire/endpoint.ts"
import { Admission } from "../middleware/admission.ts"

const answer = { success: Schema.Json }
const { get, post, put } = Endpoint

/** The definition of the API with which KOReader syncs progress. */
export class KosyncApi extends HttpApi.make("kosync").add(
  HttpApiGroup.make("kosync")
    .add(
      get("health", "/apis/kosync/healthcheck", { ...answer, summary: "True if it runs" }),
      post("register", "/apis/kosync/users/create", {
        ...answer,
        summary: "Check the key that is the user's name",
      }),
      get("authorize", "/apis/kosync/users/auth", { ...answer, summary: "Sign in" }),
      put("update", "/apis/kosync/syncs/progress", {
        ...answer,
        summary: "Store the place in a document, and the progress of its book",
      }),
      get("progress", "/apis/kosync/syncs/progress/:document", {
        params: { document: Schema.String },
        ...answer,
        summary: "The place in a document; {} if unknown",
      }),
    )
    .annotateEndpoints(Admission, "open"),
) {}
