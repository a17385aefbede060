import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Admission } from "../middleware/admission.ts"

const base = "/apis/wallabag"
const answer = { success: Schema.Json }
const ofEntry = { params: { entry: Schema.String }, success: Schema.Json }

const get = <const Name extends string>(name: Name, path: `/${string}`, summary: string) =>
  HttpApiEndpoint.get(name, `${base}${path}`, answer)
    .annotate(Admission, "open")
    .annotateMerge(OpenApi.annotations({ summary }))

const post = <const Name extends string>(name: Name, path: `/${string}`, summary: string) =>
  HttpApiEndpoint.post(name, `${base}${path}`, answer)
    .annotate(Admission, "open")
    .annotateMerge(OpenApi.annotations({ summary }))

const entry = `${base}/api/entries/:entry.json` as const
const entryTags = `${base}/api/entries/:entry/tags.json` as const

/** The part of Wallabag's API with which apps save pages and list the saved ones. */
export class WallabagApi extends HttpApi.make("wallabag").add(
  HttpApiGroup.make("wallabag")
    .add(get("version", "/api/version", "The version of the API"))
    .add(get("versionJson", "/api/version.json", "The same"))
    .add(get("info", "/api/info", "The server and its version"))
    .add(get("infoJson", "/api/info.json", "The same"))
    .add(post("token", "/oauth/v2/token", "Sign in with a key as the password"))
    .add(post("save", "/api/entries.json", "Save a page"))
    .add(get("entries", "/api/entries.json", "List saved pages"))
    .add(get("exists", "/api/entries/exists.json", "Find out whether pages are saved"))
    .add(
      HttpApiEndpoint.get("entry", entry, ofEntry)
        .annotate(Admission, "open")
        .annotateMerge(OpenApi.annotations({ summary: "One saved page" })),
    )
    .add(
      HttpApiEndpoint.patch("update", entry, ofEntry)
        .annotate(Admission, "open")
        .annotateMerge(OpenApi.annotations({ summary: "Mark a page as read, star, tag or rename it" })),
    )
    .add(
      HttpApiEndpoint.delete("remove", entry, ofEntry)
        .annotate(Admission, "open")
        .annotateMerge(OpenApi.annotations({ summary: "Remove a saved page" })),
    )
    .add(
      HttpApiEndpoint.get("entryTags", entryTags, ofEntry)
        .annotate(Admission, "open")
        .annotateMerge(OpenApi.annotations({ summary: "The tags of a page" })),
    )
    .add(
      HttpApiEndpoint.post("addTags", entryTags, ofEntry)
        .annotate(Admission, "open")
        .annotateMerge(OpenApi.annotations({ summary: "Add tags to a page" })),
    )
    .add(get("tags", "/api/tags.json", "The tags of all saved pages")),
) {}
