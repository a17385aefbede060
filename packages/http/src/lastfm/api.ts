import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Endpoint } from "../wire/endpoint.ts"
import { Admission } from "../middleware/admission.ts"

const path = "/apis/lastfm/2.0"
const answer = Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/xml" }))

/** The definition of the API that speaks Last.fm's protocol: one path, whose methods are in a parameter. */
export class LastfmApi extends HttpApi.make("lastfm").add(
  HttpApiGroup.make("lastfm").add(
    Endpoint.post("call", path, {
      success: answer,
      summary:
        "Sign in (auth.getMobileSession), send plays (track.scrobble), now playing (track.updateNowPlaying) or a loved track (track.love, track.unlove)",
    }).annotate(Admission, "open"),
    Endpoint.get("ask", path, {
      success: answer,
      summary:
        "Sign in with a key as the token (auth.getSession); read as user.getRecentTracks, getInfo, getTopArtists, getTopAlbums, getTopTracks or getLovedTracks",
    }).annotate(Admission, "open"),
  ),
) {}
