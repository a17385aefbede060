import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Admission } from "../middleware/admission.ts"

const answer = { success: Schema.Json }
const { get, post, put } = HttpApiEndpoint
const summary = (text: string) => OpenApi.annotations({ summary: text })

/** The definition of the API with which KOReader syncs progress. */
export class KosyncApi extends HttpApi.make("kosync").add(
  HttpApiGroup.make("kosync")
    .add(get("health", "/apis/kosync/healthcheck", answer).annotateMerge(summary("True if it runs")))
    .add(
      post("register", "/apis/kosync/users/create", answer).annotateMerge(
        summary("Check the key that is the user's name"),
      ),
    )
    .add(get("authorize", "/apis/kosync/users/auth", answer).annotateMerge(summary("Sign in")))
    .add(
      put("update", "/apis/kosync/syncs/progress", answer).annotateMerge(
        summary("Store the place in a document, and the progress of its book"),
      ),
    )
    .add(
      get("progress", "/apis/kosync/syncs/progress/:document", {
        params: { document: Schema.String },
        ...answer,
      }).annotateMerge(summary("The place in a document; {} if unknown")),
    )
    .annotateEndpoints(Admission, "open"),
) {}
