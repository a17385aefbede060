import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Admission } from "../middleware/admission.ts"

const api = "/apis/wallabag/api"
const entry = `${api}/entries/:entry.json` as const
const entryTags = `${api}/entries/:entry/tags.json` as const
const answer = { success: Schema.Json }
const ofEntry = { params: { entry: Schema.String }, success: Schema.Json }
const { delete: remove, get, patch, post } = HttpApiEndpoint
const summary = (text: string) => OpenApi.annotations({ summary: text })

/** The part of Wallabag's API with which apps save pages and list the saved ones. */
export class WallabagApi extends HttpApi.make("wallabag").add(
  HttpApiGroup.make("wallabag")
    .add(get("version", `${api}/version`, answer).annotateMerge(summary("The version of the API")))
    .add(get("versionJson", `${api}/version.json`, answer).annotateMerge(summary("The same")))
    .add(get("info", `${api}/info`, answer).annotateMerge(summary("The server and its version")))
    .add(get("infoJson", `${api}/info.json`, answer).annotateMerge(summary("The same")))
    .add(
      post("token", "/apis/wallabag/oauth/v2/token", answer).annotateMerge(
        summary("Sign in with a key as the password"),
      ),
    )
    .add(post("save", `${api}/entries.json`, answer).annotateMerge(summary("Save a page")))
    .add(get("entries", `${api}/entries.json`, answer).annotateMerge(summary("List saved pages")))
    .add(
      get("exists", `${api}/entries/exists.json`, answer).annotateMerge(
        summary("Find out whether pages are saved"),
      ),
    )
    .add(get("entry", entry, ofEntry).annotateMerge(summary("One saved page")))
    .add(
      patch("update", entry, ofEntry).annotateMerge(summary("Mark a page as read, star, tag or rename it")),
    )
    .add(remove("remove", entry, ofEntry).annotateMerge(summary("Remove a saved page")))
    .add(get("entryTags", entryTags, ofEntry).annotateMerge(summary("The tags of a page")))
    .add(post("addTags", entryTags, ofEntry).annotateMerge(summary("Add tags to a page")))
    .add(get("tags", `${api}/tags.json`, answer).annotateMerge(summary("The tags of all saved pages")))
    .annotateEndpoints(Admission, "open"),
) {}
