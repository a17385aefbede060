import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Endpoint } from "../wire/endpoint.ts"
import { Admission } from "../middleware/admission.ts"

const answer = Schema.String.pipe(HttpApiSchema.asText())

export const paths = {
  handshake: "/apis/audioscrobbler",
  nowPlaying: "/apis/audioscrobbler/np_1.2",
  submission: "/apis/audioscrobbler/protocol_1.2",
} as const

/** The definition of the API that speaks Audioscrobbler's protocol. */
export class AudioscrobblerApi extends HttpApi.make("audioscrobbler").add(
  HttpApiGroup.make("audioscrobbler").add(
    Endpoint.get("handshake", paths.handshake, {
      success: answer,
      summary: "Sign in with a key as the user's name",
    }).annotate(Admission, "open"),
    Endpoint.post("nowPlaying", paths.nowPlaying, {
      success: answer,
      summary: "Update now playing",
    }).annotate(Admission, "open"),
    Endpoint.post("submission", paths.submission, { success: answer, summary: "Send plays" }).annotate(
      Admission,
      "open",
    ),
  ),
) {}
