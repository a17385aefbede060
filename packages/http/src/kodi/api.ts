import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { Endpoint } from "../wire/endpoint.ts"
import { Admission } from "../middleware/admission.ts"

const Reply = Schema.Struct({
  status: Schema.Literals(["ok", "ignored"]),
  event: Schema.optionalKey(Schema.String),
  title: Schema.optionalKey(Schema.String),
  reason: Schema.optionalKey(Schema.String),
})

const History = Schema.Struct({
  movies: Schema.Array(Schema.Struct({ tmdb_id: Schema.Int, play_count: Schema.Int })),
  episodes: Schema.Array(
    Schema.Struct({
      show_tmdb_id: Schema.Int,
      season_number: Schema.Int,
      episode_number: Schema.Int,
      play_count: Schema.Int,
    }),
  ),
})

const payload = Schema.Record(Schema.String, Schema.Json)

const event = <const Name extends string>(name: Name, path: `/${string}`, summary: string) =>
  Endpoint.post(name, path, { payload, success: Reply, summary }).annotate(Admission, "open")

const history = <const Name extends string>(name: Name, path: `/${string}`, summary: string) =>
  Endpoint.get(name, path, { success: History, summary }).annotate(Admission, "open")

const scrob = "/apis/scrob/webhooks/kodi"
/** Where Scrob's own server has the same routes. */
const proxied = "/apis/scrob/api/proxy/webhooks/kodi"

/** The definition of the API that takes what Scrob's add-on for Kodi, and CrossWatch, send. */
export class ScrobApi extends HttpApi.make("scrob").add(
  HttpApiGroup.make("scrob").add(
    event("report", scrob, "Report playback in Kodi: what was watched is stored"),
    event("rate", `${scrob}/rating`, "Rate a film or an episode"),
    history("history", `${scrob}/history`, "List watched films and episodes by their TMDB ids"),
    event("reportBelowProxy", proxied, "The same as /apis/scrob/webhooks/kodi"),
    event("rateBelowProxy", `${proxied}/rating`, "The same as /apis/scrob/webhooks/kodi/rating"),
    history("historyBelowProxy", `${proxied}/history`, "The same as /apis/scrob/webhooks/kodi/history"),
  ),
) {}

/** The definition of the API that takes what Movary's add-on for Kodi sends. */
export class MovaryApi extends HttpApi.make("movary").add(
  HttpApiGroup.make("movary").add(event("report", "/apis/movary", "Report a film that was watched in Kodi")),
) {}
