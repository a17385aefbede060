import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Admission } from "../middleware/admission.ts"

const answer = Schema.String.pipe(HttpApiSchema.asText())

export const paths = {
  handshake: "/apis/audioscrobbler",
  nowPlaying: "/apis/audioscrobbler/np_1.2",
  submission: "/apis/audioscrobbler/protocol_1.2",
} as const

/** The definition of the API that speaks Audioscrobbler's protocol. */
export class AudioscrobblerApi extends HttpApi.make("audioscrobbler").add(
  HttpApiGroup.make("audioscrobbler")
    .add(
      HttpApiEndpoint.get("handshake", paths.handshake, { success: answer })
        .annotate(Admission, "open")
        .annotateMerge(OpenApi.annotations({ summary: "Sign in with a key as the user's name" })),
    )
    .add(
      HttpApiEndpoint.post("nowPlaying", paths.nowPlaying, { success: answer })
        .annotate(Admission, "open")
        .annotateMerge(OpenApi.annotations({ summary: "Update now playing" })),
    )
    .add(
      HttpApiEndpoint.post("submission", paths.submission, { success: answer })
        .annotate(Admission, "open")
        .annotateMerge(OpenApi.annotations({ summary: "Send plays" })),
    ),
) {}
