import { type IgnoredDelivery, type MediaEvent } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  embyFilm,
  jellyfinStart,
  jellyfinTrack,
  plexEpisode,
  plexFilm,
  plexRecorded,
  plexShared,
  plexTrack,
} from "./samples.ts"
import { recordedText, whereRecorded } from "../recordings.ts"
import { read, told, problemOf, plexMetadata } from "./read.ts"

describe("a payload", () => {
  it("of an unknown sender is invalid", () => {
    for (const payload of [null, 1, "media.scrobble", [], {}, { event: 5 }, [plexFilm], { Metadata: {} }]) {
      assert.match(problemOf(payload), /not from Plex, Jellyfin or Emby/)
    }
  })

  it("never throws, and an invalid one is never quoted", () => {
    assert.notInclude(problemOf(plexMetadata(plexEpisode, { index: "hunter2" })), "hunter2")
    assert.strictEqual(told(plexMetadata(plexFilm, { title: "A\0B" })).type, "watched")
    assert.notInclude(JSON.stringify(told(plexMetadata(plexFilm, { title: "A\0B" }))), "\\u0000")
  })

  it.prop("of any JSON is stored, ignored, or refused with a reason", [Schema.Json], ([json]) => {
    for (const payload of [json, { ...plexFilm, Metadata: json }, { ...embyFilm, Item: json, User: json }]) {
      const delivery = read(payload, "ines")
      const words = Result.isFailure(delivery)
        ? delivery.failure.message
        : delivery.success.type === "ignored"
          ? delivery.success.reason
          : delivery.success.item.kind
      assert.isNotEmpty(words)
    }
  })
})

interface PayloadCase {
  readonly name: string
  readonly payload: unknown
  readonly user?: string
  readonly outcome: RegExp
}

const recordedPayload = (file: string, outcome: RegExp, user?: string): PayloadCase => ({
  name: user === undefined ? file : `${file} for ${user}`,
  payload: JSON.parse(recordedText(file)),
  ...(user === undefined ? {} : { user }),
  outcome,
})

const stopped = { ...embyFilm, PlaybackInfo: { PlayedToCompletion: false, PositionTicks: 12_000_000_000 } }
const notOwn = /^ignored: it does not say whether it is the hook owner's own/
const another = /^ignored: .*not the hook owner's own/
const neither = (event: string) => new RegExp(`^ignored: .*"${event}" is neither a finished play`)

const payloads: ReadonlyArray<PayloadCase> = [
  { name: "a film stopped on Emby, no user set", payload: stopped, outcome: notOwn },
  { name: "a film stopped on Emby", payload: stopped, user: "ines", outcome: /not played to its end/ },
  { name: "a track that plays on Jellyfin", payload: jellyfinTrack, outcome: neither("PlaybackProgress") },
  { name: "an episode that begins on Jellyfin", payload: jellyfinStart, outcome: neither("PlaybackStart") },
  {
    name: "a film that pauses, with critics' ratings",
    payload: { ...plexMetadata(plexFilm, { ratingImage: "critics://rotten" }), event: "media.pause" },
    outcome: neither("media.pause"),
  },
  { name: "a track of various artists", payload: plexTrack, outcome: neither("media.play") },
  {
    name: "a rating that is a text, of a film without a list of ids",
    payload: {
      ...plexRecorded,
      event: "media.rate",
      rating: "10",
      Metadata: { ...plexRecorded.Metadata, userRating: 10, lastRatedAt: 1_784_000_500 },
    },
    outcome: /^rated 2026-07-14T03:41:40.000Z film The Salt Road 1961 \{\} 5$/,
  },
  { name: "an episode that another account has seen", payload: plexShared, outcome: another },
  {
    name: "an episode of the account that is set, with its own ids",
    payload: plexShared,
    user: "客人",
    outcome:
      /^watched 2026-07-14T03:33:20.000Z episode 潮 1x1 \{"imdb":"tt1010101","tmdb":202020,"tvdb":303030\}$/,
  },
  {
    name: "a film from television, which has no list of ids",
    payload: plexRecorded,
    outcome: /^watched 2026-07-14T03:33:20.000Z film The Salt Road 1961 \{\}$/,
  },
  {
    name: "a film that stops, of an old agent, with its cast",
    payload: {
      ...plexMetadata(plexFilm, {
        guid: "com.plexapp.agents.imdb://tt7654321?lang=en",
        Role: [{ id: 1, filter: "actor=1", tag: "Di Ebb", role: "A sailor", count: 7 }],
      }),
      event: "media.stop",
    },
    outcome: neither("media.stop"),
  },
  ...whereRecorded(() => [
    recordedPayload("emby-jellyfin/emby_playback.stop_movie.json", notOwn),
    recordedPayload("emby-jellyfin/emby_playback.stop_movie.json", /not played to its end/, "admin"),
    recordedPayload("emby-jellyfin/jellyfin_PlaybackProgress_audio.json", neither("PlaybackProgress")),
    recordedPayload("emby-jellyfin/jellyfin_generic_PlaybackStart.json", neither("PlaybackStart")),
    recordedPayload("plex/payload_media.pause_movie_new_agent_redacted.json", neither("media.pause")),
    recordedPayload("plex/payload_media.play_track_legacy_agent.json", neither("media.play")),
    recordedPayload("plex/payload_media.play_track_various_artists.json", neither("media.play")),
    recordedPayload(
      "plex/payload_media.rate_movie_rating_as_string.json",
      /^rated 2021-02-25T20:22:31.000Z film The Harder They Fall 1956 \{\} 5$/,
    ),
    recordedPayload("plex/payload_media.scrobble_episode_shared_user.json", another),
    recordedPayload(
      "plex/payload_media.scrobble_episode_shared_user.json",
      /^watched 2023-09-10T04:34:04.000Z episode 范马刃牙 1x1 \{"imdb":"tt14765720","tmdb":3087250,"tvdb":8530933\}$/,
      "播放",
    ),
    recordedPayload(
      "plex/payload_media.scrobble_movie_dvr_no_guid_list.json",
      /^watched 2021-02-25T17:13:49.000Z film 3:10 to Yuma 1957 \{\}$/,
    ),
    recordedPayload("plex/payload_media.stop_movie_full_cast.json", neither("media.stop")),
  ]),
]

const inShort = (delivery: MediaEvent | IgnoredDelivery): string => {
  if (delivery.type === "ignored") return `ignored: ${delivery.reason}`
  const { at, item, type } = delivery
  const seen =
    item.kind === "film"
      ? `film ${item.title} ${item.year} ${JSON.stringify(item.ids)}`
      : `episode ${item.show} ${item.season}x${item.episode} ${JSON.stringify(item.episodeIds)}`
  return [type, new Date(at).toISOString(), seen, ...(type === "rated" ? [delivery.rating] : [])].join(" ")
}

describe("a payload as media servers send it", () => {
  it.each(payloads)("is stored or ignored as decided: $name", ({ outcome, payload, user }) => {
    assert.match(inShort(told(payload, user)), outcome)
  })
})
