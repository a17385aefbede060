// Writes docs/routes.md from the definitions of the APIs, which the server serves as /v1/openapi.json.
import * as OpenApi from "effect/http-api/OpenApi"
import {
  activityApi,
  AudioscrobblerApi,
  everyDomain,
  KosyncApi,
  LastfmApi,
  OverlandApi,
  MovaryApi,
  OwnTracksApi,
  ScrobApi,
  StravaApi,
  ListenBrainzApi,
  NotifyApi,
  WallabagApi,
} from "../packages/http/src/index.ts"
import { isReadable, isSaving } from "../packages/http/src/middleware/access/readKeyScope.ts"
import { row, writePage } from "./generatedPage.ts"

const tableOf = ({ paths }: OpenApi.OpenAPISpec, keyOf: (method: string, path: string) => string) => [
  "| method and path | key | summary | takes |",
  "|---|---|---|---|",
  ...Object.entries(paths).flatMap(([path, item]) =>
    (["get", "post", "put", "patch", "delete"] as const).flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const takes = [
        ...operation.parameters.filter((one) => one.in === "query").map(({ name }) => `\`${name}\``),
        ...(operation.requestBody === undefined ? [] : ["a body"]),
      ].join(", ")
      const key = operation.security.length === 0 ? "none" : keyOf(method.toUpperCase(), path)
      return [row(`\`${method.toUpperCase()} ${path}\``, key, operation.summary ?? "", takes)]
    }),
  ),
]

writePage("docs/routes.md", [
  "# Routes",
  "",
  "<!-- Generated from packages/http by `npm run docs`: edit the definitions there. -->",
  "",
  "The activity API and the profile API document every field at `/docs`, and serve their definitions as `/v1/openapi.json`.",
  "",
  "## The activity API, at `PORT`",
  "",
  "A read key may call routes marked `read`, and a save key the route marked `save`; an admin key may call everything. With `METRICS=on` there is also `GET /metrics`, for an",
  "admin key.",
  "",
  ...tableOf(OpenApi.fromApi(activityApi(everyDomain)), (method, path) =>
    isReadable(method, path) ? "read" : isSaving(path) ? "save" : "admin",
  ),
  "",
  "## Players that know ListenBrainz, at `PORT`",
  "",
  "[How to set them up](sending.md#players-that-know-listenbrainz). The key is their token; an admin key may call everything.",
  "",
  ...tableOf(OpenApi.fromApi(ListenBrainzApi), (method, path) =>
    path.endsWith("/delete-listen")
      ? "admin"
      : method === "POST" || path.endsWith("/latest-import")
        ? "submit"
        : "read",
  ),
  "",
  "## Players that know Last.fm, at `PORT`",
  "",
  "[How to set them up](sending.md#players-that-know-lastfm). The key is their password, and the session's key.",
  "",
  ...tableOf(OpenApi.fromApi(LastfmApi), () => "submit"),
  "",
  "Older players speak Audioscrobbler's protocol. The key is the user name.",
  "",
  ...tableOf(OpenApi.fromApi(AudioscrobblerApi), () => "submit"),
  "",
  "## Trackers on phones, at `PORT`",
  "",
  "[How to set them up](sending.md#visits). The key is the password of OwnTracks, and the token of Overland.",
  "",
  ...tableOf(OpenApi.fromApi(OwnTracksApi), () => "submit"),
  "",
  ...tableOf(OpenApi.fromApi(OverlandApi), () => "submit"),
  "",
  "## Kodi, at `PORT`",
  "",
  "[How to set it up](sending.md#kodi). The key is `api_key` in the URL.",
  "",
  ...tableOf(OpenApi.fromApi(ScrobApi), (_, path) => (path.endsWith("/history") ? "read" : "submit")),
  "",
  ...tableOf(OpenApi.fromApi(MovaryApi), () => "submit"),
  "",
  "## Apps that save pages, at `PORT`",
  "",
  "[How to set them up](sending.md#pages-to-read-later). They speak Wallabag's protocol; the key is the password.",
  "",
  ...tableOf(OpenApi.fromApi(WallabagApi), () => "save"),
  "",
  "## KOReader, at `PORT`",
  "",
  "[How to set it up](reading-devices.md). The key is the user's name.",
  "",
  ...tableOf(OpenApi.fromApi(KosyncApi), () => "submit"),
  "",
  "## Strava's webhook, at `PORT`",
  "",
  "[How to subscribe](services.md#stravas-webhook).",
  "",
  ...tableOf(OpenApi.fromApi(StravaApi), () => "none"),
  "",
  "## The profile API, at `NOTIFY_PORT`",
  "",
  "A key belongs to one workspace, whose ID is `{wsid}`. `{version}` is `live` or `test`.",
  "",
  ...tableOf(OpenApi.fromApi(NotifyApi), () => "workspace"),
])
