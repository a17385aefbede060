import { everything, itemsOfAllPages, removeItem, storableText } from "@daybook/kernel"
import {
  type ListedPlay,
  ListeningStore,
  PlayDetailsStore,
  type TrackNames,
  type TrackRating,
  visibleListens,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { readJson, smallJson } from "../middleware/body/readJson.ts"
import { unixTime } from "./listens.ts"
import { answered, type Asked, badRequest, type Failure, json, partIn, partOf, type Query } from "./query.ts"

interface Sent {
  readonly request: HttpServerRequest.HttpServerRequest
}
const Feedback = Schema.Struct({
  recording_msid: Schema.optionalKey(Schema.NullOr(Schema.String)),
  recording_mbid: Schema.optionalKey(Schema.NullOr(Schema.String)),
  score: Schema.Literals([-1, 0, 1]),
})
const LatestImport = Schema.Struct({ ts: Schema.Natural, service: Schema.optionalKey(Schema.String) })
const Deletion = Schema.Struct({ listened_at: Schema.Int, recording_msid: Schema.String })

const bodyOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, message: string) => {
  const decode = Schema.decodeUnknownOption(schema)
  return ({ request }: Sent): Effect.Effect<S["Type"], Failure> =>
    Effect.flatMap(readJson(request, smallJson), (body) =>
      Option.match(decode(body), {
        onNone: () => Effect.fail(badRequest(message)),
        onSome: (value) => Effect.succeed(value),
      }),
    )
}

const feedbackIn = bodyOf(Feedback, "Send recording_msid and a score of 1, 0 or -1")
const importIn = bodyOf(LatestImport, "Send ts, a Unix time, and service if it is not lastfm")
const deletionIn = bodyOf(Deletion, "Send listened_at, a Unix time, and recording_msid")

const atOnce = 1_000

type MsidOf = (track: TrackNames) => string

/** The track with this id, among the last plays first: an id follows from names, and is stored nowhere. */
const trackOf = Effect.fnUntraced(function* (msidOf: MsidOf, msid: string) {
  const { lists } = yield* ListeningStore
  const is = (one: TrackNames) => msidOf(one) === msid
  const latest = yield* lists.plays({ range: everything }, { page: 1, limit: atOnce })
  const found: ListedPlay | undefined = latest.items.find(is)
  if (found !== undefined) return found
  const asked = { range: everything, sort: "last_played", order: "desc" } as const
  for (let page = 1; ; page++) {
    const { items } = yield* lists.played("track", asked, { page, limit: atOnce })
    const track = items.map(({ artist, name }) => ({ artist, track: name })).find(is)
    if (track !== undefined || items.length < atOnce) return track
  }
})

const feedback = (msidOf: MsidOf) =>
  Effect.fnUntraced(function* (sent: Sent) {
    const details = yield* PlayDetailsStore
    const { recording_mbid: mbid, recording_msid: msid, score } = yield* feedbackIn(sent)
    if (!msid)
      return yield* Effect.fail(
        badRequest(
          mbid ? "Send recording_msid: ids of MusicBrainz are not known here" : "recording_msid is missing",
        ),
      )
    const track = yield* trackOf(msidOf, msid)
    if (track === undefined) return yield* Effect.fail(badRequest("No stored play has this recording_msid"))
    const names = { artist: track.artist, track: track.track }
    yield* score === 0
      ? details.unrate(names)
      : details.rate({ ...names, score, ratedAt: yield* Clock.currentTimeMillis })
    return json({ status: "ok" })
  })

const shown = (msidOf: MsidOf, user: string, query: Query) => (rating: TrackRating) => ({
  created: unixTime(rating.ratedAt),
  recording_mbid: null,
  recording_msid: msidOf(rating),
  score: rating.score,
  track_metadata:
    query["metadata"] === "true" ? { artist_name: rating.artist, track_name: rating.track } : null,
  user_id: user,
})

const feedbackOfUser = (msidOf: MsidOf) =>
  Effect.fnUntraced(function* ({ params, query }: Asked) {
    const details = yield* PlayDetailsStore
    const part = yield* partIn(query)
    const score = query["score"] ?? ""
    if (score !== "" && score !== "1" && score !== "-1")
      return yield* Effect.fail(badRequest("score must be 1 or -1"))
    const { items: all, total } = yield* partOf(
      (page) => details.ratings(score === "" ? undefined : Number(score), page),
      part,
    )
    const items = yield* visibleListens(all)
    return json({
      feedback: items.map(shown(msidOf, params.user_name, query)),
      count: items.length,
      offset: part.offset,
      total_count: total,
    })
  })

const feedbackOfRecordings = (msidOf: MsidOf) =>
  Effect.fnUntraced(function* ({ params, query }: Asked) {
    const details = yield* PlayDetailsStore
    const msids = (query["recording_msids"] || query["recordings"] || "").split(",").filter((id) => id !== "")
    if (msids.length === 0 || msids.length > atOnce)
      return yield* Effect.fail(
        badRequest(`recording_msids must have 1 to ${atOnce} ids, with commas between`),
      )
    const ratings = yield* itemsOfAllPages(atOnce, (page) => details.ratings(undefined, page))
    const asked = ratings.filter((one) => msids.includes(msidOf(one)))
    const known = new Map((yield* visibleListens(asked)).map((one) => [msidOf(one), one]))
    return json({
      feedback: msids.map((msid) => {
        const rating = known.get(msid)
        return rating === undefined
          ? { recording_mbid: null, recording_msid: msid, score: 0, user_id: params.user_name }
          : shown(msidOf, params.user_name, query)(rating)
      }),
    })
  })

const cursorOf = (service: string | undefined) => `latest import ${storableText(service || "lastfm", 100)}`

const latestImport = Effect.fnUntraced(function* ({ query }: Pick<Asked, "query">) {
  const store = yield* ListeningStore
  const cursor = yield* store.cursor(cursorOf(query["service"]))
  return json({
    musicbrainz_id: query["user_name"] ?? "daybook",
    latest_import: Number(Option.getOrElse(cursor, () => "0")),
  })
})

const updateLatestImport = Effect.fnUntraced(function* (sent: Sent) {
  const store = yield* ListeningStore
  const { service, ts } = yield* importIn(sent)
  yield* store.storeScrobbles([], { source: cursorOf(service), cursor: String(ts) })
  return json({ status: "ok" })
})

const deleteListen = (msidOf: MsidOf) =>
  Effect.fnUntraced(function* (sent: Sent) {
    const { edits, lists } = yield* ListeningStore
    const { listened_at: at, recording_msid: msid } = yield* deletionIn(sent)
    const range = { from: at * 1_000, until: (at + 1) * 1_000 }
    const { items } = yield* lists.plays({ range }, { page: 1, limit: atOnce })
    const play = items.find((one) => msidOf(one) === msid)
    if (play === undefined) return yield* Effect.fail({ status: 404, error: "There is no such listen" })
    yield* Effect.orDie(removeItem(edits, "play", play.id, play.track))
    return json({ status: "ok" })
  })

/** Feedback and imports, as clients send and read them. */
export const makeFeedback = (msidOf: MsidOf) =>
  Effect.map(Effect.context<ListeningStore | PlayDetailsStore>(), (services) => ({
    feedback: answered(services, feedback(msidOf)),
    feedbackOfUser: answered(services, feedbackOfUser(msidOf)),
    feedbackOfRecordings: answered(services, feedbackOfRecordings(msidOf)),
    latestImport: answered(services, latestImport),
    updateLatestImport: answered(services, updateLatestImport),
    deleteListen: answered(services, deleteListen(msidOf)),
  }))
