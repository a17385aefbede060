import * as Schema from "effect/Schema"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { Endpoint } from "../wire/endpoint.ts"
import { Admission } from "../middleware/admission.ts"

const api = "/apis/wallabag/api"
const entry = `${api}/entries/:entry.json` as const
const entryTags = `${api}/entries/:entry/tags.json` as const
const answer = { success: Schema.Json }
const ofEntry = { params: { entry: Schema.String }, success: Schema.Json }
const { delete: remove, get, patch, post } = Endpoint

/** The part of Wallabag's API with which apps save pages and list the saved ones. */
export class WallabagApi extends HttpApi.make("wallabag").add(
  HttpApiGroup.make("wallabag")
    .add(
      get("version", `${api}/version`, { ...answer, summary: "The version of the API" }),
      get("versionJson", `${api}/version.json`, { ...answer, summary: "The same" }),
      get("info", `${api}/info`, { ...answer, summary: "The server and its version" }),
      get("infoJson", `${api}/info.json`, { ...answer, summary: "The same" }),
      post("token", "/apis/wallabag/oauth/v2/token", {
        ...answer,
        summary: "Sign in with a key as the password",
      }),
      post("save", `${api}/entries.json`, { ...answer, summary: "Save a page" }),
      get("entries", `${api}/entries.json`, { ...answer, summary: "List saved pages" }),
      get("exists", `${api}/entries/exists.json`, {
        ...answer,
        summary: "Find out whether pages are saved",
      }),
      get("entry", entry, { ...ofEntry, summary: "One saved page" }),
      patch("update", entry, { ...ofEntry, summary: "Mark a page as read, star, tag or rename it" }),
      remove("remove", entry, { ...ofEntry, summary: "Remove a saved page" }),
      get("entryTags", entryTags, { ...ofEntry, summary: "The tags of a page" }),
      post("addTags", entryTags, { ...ofEntry, summary: "Add tags to a page" }),
      remove("removeTag", `${api}/entries/:entry/tags/:tag.json`, {
        ...answer,
        params: { entry: Schema.String, tag: Schema.String },
        summary: "Remove a tag from a page",
      }),
      get("tags", `${api}/tags.json`, { ...answer, summary: "The tags of all saved pages" }),
    )
    .annotateEndpoints(Admission, "open"),
) {}
