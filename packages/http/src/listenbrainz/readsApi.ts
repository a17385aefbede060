import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Endpoint } from "../wire/endpoint.ts"
import { optional } from "../wire/query.ts"
import { StatsRange } from "./ranges.ts"
import { NotFound, OwnersToken, ReadersToken, SubmitKey } from "./tokenKeys.ts"

const path = "/apis/listenbrainz/1"
const { get, post } = Endpoint

export const user = {
  user_name: Schema.String.annotate({ description: "Any name: all listens belong to one user" }),
}

const number = (description: string) => optional(Schema.String, description)

export const part = {
  count: number("25 by default, at most 1000"),
  offset: number("Items to leave out; 0 by default"),
}

const range = Schema.optionalKey(
  Schema.String.annotate({ description: `One of ${StatsRange.literals.join(", ")}; all_time by default` }),
)

const answer = { success: Schema.Json }

/** Where there is nothing to compute, ListenBrainz returns 204. */
const computed = { success: [Schema.Json, HttpApiSchema.NoContent] } as const

const top = <const Name extends string>(name: Name, last: string, what: string) =>
  get(name, `${path}/stats/user/:user_name/${last}` as `/${string}`, {
    params: user,
    query: { ...part, range },
    ...computed,
    summary: `Top ${what}; 204 without plays`,
  }).middleware(ReadersToken)

/** Statistics: for keys that may read. */
export const statsEndpoints = [
  top("topArtists", "artists", "artists"),
  top("topReleases", "releases", "albums"),
  top("topReleaseGroups", "release-groups", "albums"),
  top("topRecordings", "recordings", "tracks"),
  get("listeningActivity", `${path}/stats/user/:user_name/listening-activity`, {
    params: user,
    query: { range },
    ...computed,
    summary: "Plays over time, of the range and the one before; 204 without plays",
  }).middleware(ReadersToken),
  get("feedbackOfUser", `${path}/feedback/user/:user_name/get-feedback`, {
    params: user,
    query: {
      ...part,
      score: number("1 for loved tracks, -1 for hated ones"),
      metadata: number("true: with names"),
    },
    ...answer,
    summary: "List loved and hated tracks, latest first",
  }).middleware(ReadersToken),
  get("feedbackOfRecordings", `${path}/feedback/user/:user_name/get-feedback-for-recordings`, {
    params: user,
    query: {
      recording_msids: number("Up to 1000, with commas"),
      recordings: number("The same"),
      metadata: number("true: with names"),
    },
    ...answer,
    summary: "Get the score of tracks; 0 without one",
  }).middleware(ReadersToken),
] as const

/** Feedback and imports, for keys that may send. */
export const feedbackEndpoints = [
  get("latestImport", `${path}/latest-import`, {
    query: { user_name: number("Any name"), service: number("lastfm by default") },
    ...answer,
    summary: "The Unix time up to which an importer has sent plays; 0 at first",
  }).middleware(SubmitKey),
  post("updateLatestImport", `${path}/latest-import`, {
    ...answer,
    summary: "Store the Unix time up to which plays were sent",
  }).middleware(SubmitKey),
  post("feedback", `${path}/feedback/recording-feedback`, {
    ...answer,
    summary: "Love (1) or hate (-1) a track, or neither (0)",
  }).middleware(SubmitKey),
] as const

/** For admin keys. */
export const deleteEndpoint = post("deleteListen", `${path}/delete-listen`, {
  ...answer,
  error: NotFound,
  summary: "Remove a play, which Edit history can undo",
}).middleware(OwnersToken)
