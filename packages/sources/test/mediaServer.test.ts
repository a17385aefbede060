import { type IgnoredDelivery, type MediaEvent, MediaPayloads } from "@daybook/watching"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { MediaServer } from "../src/index.ts"
import {
  embyEpisode,
  embyFilm,
  jellyfinEpisode,
  jellyfinFilm,
  jellyfinRating,
  jellyfinStart,
  jellyfinTrack,
  plexEpisode,
  plexFilm,
  plexRating,
  plexRecorded,
  plexShared,
  plexTrack,
} from "./mediaServer.samples.ts"
import { recordedText, whereRecorded } from "./recordings.ts"

const arrival = Date.UTC(2026, 6, 15, 12)

const read = (payload: unknown, user?: string) =>
  Effect.map(MediaPayloads, (payloads) => payloads.read(payload, arrival)).pipe(
    Effect.provide(MediaServer.layer({ user })),
    Effect.runSync,
  )

const told = (payload: unknown, user?: string): MediaEvent | IgnoredDelivery =>
  Result.getOrThrow(read(payload, user))

const reasonOf = (payload: unknown, user?: string): string => {
  const delivery = told(payload, user)
  return delivery.type === "ignored" ? delivery.reason : `stored: ${JSON.stringify(delivery)}`
}

const problemOf = (payload: unknown, user?: string): string => {
  const delivery = read(payload, user)
  return Result.isFailure(delivery) ? delivery.failure.message : `read: ${JSON.stringify(delivery.success)}`
}

const plexMetadata = (sample: typeof plexFilm | typeof plexEpisode, change: object) => ({
  ...sample,
  Metadata: { ...sample.Metadata, ...change },
})

const film = {
  kind: "film",
  title: "The Salt Road",
  year: 2019,
  ids: { imdb: "tt7654321", tmdb: 45_678, tvdb: 91_011 },
} as const

describe("Plex", () => {
  it("tells a finished film with its ids, watched when it was viewed", () => {
    assert.deepStrictEqual(told(plexFilm), {
      type: "watched",
      source: "plex",
      at: 1_784_000_000_000,
      item: film,
    })
  })

  it("tells a finished episode with ids that are the episode's and never its show's", () => {
    assert.deepStrictEqual(told(plexEpisode), {
      type: "watched",
      source: "plex",
      at: 1_784_000_000_000,
      item: {
        kind: "episode",
        show: "Harbour Watch",
        showYear: 0,
        showIds: {},
        season: 0,
        episode: 3,
        title: "Low Tide",
        episodeIds: { imdb: "tt1010101", tmdb: 202_020, tvdb: 303_030 },
      },
    })
  })

  it("names the show, not the episode, in an old agent's guid of an episode", () => {
    for (const change of [
      { guid: "com.plexapp.agents.thetvdb://73141/4/8?lang=en" },
      { grandparentGuid: "com.plexapp.agents.thetvdb://73141?lang=en" },
    ]) {
      const event = told(plexMetadata(plexEpisode, { Guid: undefined, ...change }))
      assert.nestedProperty(event, "item.showIds.tvdb")
      assert.deepInclude("item" in event ? event.item : {}, { showIds: { tvdb: 73_141 }, episodeIds: {} })
    }
  })

  it("names a film in an old agent's guid, and gives no ids where it has none", () => {
    for (const [guid, ids] of [
      ["com.plexapp.agents.imdb://tt4731136?lang=en", { imdb: "tt4731136" }],
      ["com.plexapp.agents.themoviedb://45678?lang=en", { tmdb: 45_678 }],
      ["com.plexapp.agents.none://6a7b?lang=xn", {}],
      ["plex://movie/5fc690", {}],
      [undefined, {}],
    ] as const) {
      assert.deepInclude(told(plexMetadata(plexFilm, { guid, Guid: undefined })), {
        item: { ...film, ids },
      })
    }
  })

  it("may have no year and no time, and may give a date in place of them", () => {
    const bare = { year: undefined, lastViewedAt: undefined }
    assert.deepInclude(told(plexMetadata(plexFilm, bare)), { at: arrival, item: { ...film, year: 0 } })
    for (const originallyAvailableAt of ["2018-11-30", "2018-11-30T23:00:00Z"]) {
      const event = told(plexMetadata(plexFilm, { ...bare, originallyAvailableAt }))
      assert.deepInclude(event, { item: { ...film, year: 2018 } })
    }
  })

  it("is not believed to have shown anything after its own word of it", () => {
    assert.deepInclude(told(plexMetadata(plexFilm, { lastViewedAt: arrival / 1_000 + 60 })), { at: arrival })
    assert.deepInclude(told(plexMetadata(plexFilm, { lastViewedAt: 0 })), { at: arrival })
  })

  it("tells the person's rating out of 10, as text or number, and never the critics'", () => {
    for (const [rating, userRating, stars] of [
      ["10", 10, 5],
      ["7", undefined, 3.5],
      [7, undefined, 3.5],
      [7.6, undefined, 4],
      [undefined, 9, 4.5],
      [1, 9, 0.5],
      [0, undefined, 0],
      ["-1", undefined, 0],
      [-1, 9, 0],
      [undefined, undefined, 0],
    ] as const) {
      const payload = { ...plexMetadata(plexFilm, { userRating, lastRatedAt: 1_784_000_500 }), rating }
      assert.deepStrictEqual(told({ ...payload, event: "media.rate" }), {
        type: "rated",
        source: "plex",
        at: 1_784_000_500_000,
        item: film,
        rating: stars,
      })
    }
    for (const rating of ["ten", 11, "", {}]) {
      // The item tells it too.
      assert.deepInclude(told({ ...plexRating, rating }), { type: "rated", rating: 3.5 })
      for (const userRating of [undefined, null, rating]) {
        const unread = { ...plexMetadata(plexRating, { userRating }), rating }
        assert.match(problemOf(unread), /^rating: must be/)
      }
    }
  })

  it("is ignored, with the reason, where nothing is finished or it is no film and no episode", () => {
    for (const event of ["media.play", "media.pause", "media.resume", "media.stop", "library.new", "x"]) {
      assert.strictEqual(
        reasonOf({ ...plexFilm, event }),
        `Plex's event "${event}" is neither a finished play nor a rating`,
      )
    }
    assert.match(reasonOf({ event: "admin.database.backup" }), /neither/)
    assert.isBelow(reasonOf({ ...plexFilm, event: "x".repeat(10_000) }).length, 200)
    for (const type of ["clip", "photo", "track", "show", "season"]) {
      assert.strictEqual(
        reasonOf(plexMetadata(plexFilm, { type })),
        `"${type}" is neither a film nor an episode`,
      )
    }
  })

  it("counts the hook owner's own plays, and those of MEDIA_SERVER_USER alone where it is set", () => {
    const guest = { ...plexFilm, user: false, Account: { id: 9, title: "Guest" } }
    assert.match(reasonOf(guest), /not the hook owner's own/)
    assert.match(reasonOf({ ...plexFilm, user: undefined }), /not the hook owner's own/)
    assert.strictEqual(told(guest, "guest").type, "watched")
    assert.strictEqual(told(plexFilm, "INES").type, "watched")
    assert.match(reasonOf(plexFilm, "guest"), /MEDIA_SERVER_USER/)
    assert.match(reasonOf({ ...plexFilm, Account: undefined }, "guest"), /MEDIA_SERVER_USER/)
  })

  it("is not understood without what an item cannot do without, and the field is named", () => {
    for (const [payload, field] of [
      [{ event: "media.scrobble" }, "Metadata"],
      [{ ...plexFilm, Metadata: "x" }, "Metadata"],
      [plexMetadata(plexFilm, { type: undefined }), "Metadata.type"],
      [plexMetadata(plexFilm, { title: undefined }), "Metadata.title"],
      [plexMetadata(plexFilm, { title: "" }), "Metadata.title"],
      [plexMetadata(plexFilm, { title: "x".repeat(501) }), "Metadata.title"],
      [plexMetadata(plexEpisode, { grandparentTitle: null }), "Metadata.grandparentTitle"],
      [plexMetadata(plexEpisode, { index: undefined }), "Metadata.index"],
      [plexMetadata(plexEpisode, { index: 1.5 }), "Metadata.index"],
      [plexMetadata(plexEpisode, { index: 2 ** 31 }), "Metadata.index"],
      [plexMetadata(plexEpisode, { parentIndex: -1 }), "Metadata.parentIndex"],
    ] as const) {
      assert.isTrue(problemOf(payload).startsWith(`${field}: `), problemOf(payload))
    }
  })

  it("may hold nonsense in what is merely good to have", () => {
    for (const odd of [null, "", "x", -1, 1e300, [], {}, [null, "x", { id: 5 }], true]) {
      const event = told(
        plexMetadata(plexFilm, {
          Guid: odd,
          guid: odd,
          year: odd,
          lastViewedAt: odd,
          originallyAvailableAt: odd,
        }),
      )
      assert.deepInclude(event, { at: arrival, item: { ...film, year: 0, ids: {} } })
    }
  })
})

describe("Jellyfin", () => {
  it("tells a finished film and a finished episode, whatever its template makes of numbers", () => {
    const at = Date.UTC(2026, 6, 14, 1, 33, 20, 123)
    assert.deepStrictEqual(told(jellyfinFilm, "ines"), {
      type: "watched",
      source: "jellyfin",
      at,
      item: { kind: "film", title: 'The "Salt" Road', year: 2019, ids: { imdb: "tt7654321", tmdb: 45_678 } },
    })
    assert.deepStrictEqual(told({ ...jellyfinEpisode, UtcTimestamp: undefined }, "ines"), {
      type: "watched",
      source: "jellyfin",
      at,
      item: {
        kind: "episode",
        show: "Harbour Watch",
        showYear: 2017,
        showIds: {},
        season: 2,
        episode: 5,
        title: "Low Tide",
        episodeIds: { imdb: "tt1010101", tmdb: 202_020 },
      },
    })
  })

  it("tells a rating out of 10", () => {
    assert.deepInclude(told(jellyfinRating, "ines"), { type: "rated", rating: 4.5 })
    assert.deepInclude(told({ ...jellyfinRating, Rating: null }, "ines"), { type: "rated", rating: 0 })
    assert.match(problemOf({ ...jellyfinRating, Rating: 12 }, "ines"), /^Rating: /)
  })

  it("is ignored where a play was left early, was marked by hand, or is another account's", () => {
    for (const PlayedToCompletion of [false, "False", undefined, "yes"]) {
      assert.match(reasonOf({ ...jellyfinFilm, PlayedToCompletion }, "ines"), /not played to its end/)
    }
    for (const SaveReason of ["TogglePlayed", "PlaybackFinished", undefined]) {
      assert.match(reasonOf({ ...jellyfinRating, SaveReason }, "ines"), /"UserDataSaved" is neither/)
    }
    assert.match(reasonOf({ ...jellyfinFilm, ItemType: "Audio" }, "ines"), /"Audio" is neither/)
    assert.match(reasonOf(jellyfinFilm, "guest"), /another account's/)
    assert.match(reasonOf(jellyfinFilm), /set MEDIA_SERVER_USER/)
  })

  it("names its account in either of two fields", () => {
    const { NotificationUsername, ...rest } = jellyfinFilm
    assert.strictEqual(told({ ...rest, Username: NotificationUsername }, "ines").type, "watched")
  })
})

describe("Emby", () => {
  it("tells a finished film and a finished episode", () => {
    const at = Date.UTC(2026, 6, 14, 1, 33, 20, 852)
    assert.deepStrictEqual(told(embyFilm, "ines"), {
      type: "watched",
      source: "emby",
      at,
      item: { kind: "film", title: "The Salt Road", year: 2019, ids: { imdb: "tt7654321", tmdb: 45_678 } },
    })
    assert.deepStrictEqual(told(embyEpisode, "ines"), {
      type: "watched",
      source: "emby",
      at,
      item: {
        kind: "episode",
        show: "Harbour Watch",
        showYear: 0,
        showIds: {},
        season: 2,
        episode: 5,
        title: "Low Tide",
        episodeIds: { imdb: "tt1010101", tmdb: 202_020, tvdb: 303_030 },
      },
    })
  })

  it("is ignored where a play was left early, was marked by hand, or is another account's", () => {
    assert.match(
      reasonOf({ ...embyFilm, PlaybackInfo: { PlayedToCompletion: false } }, "ines"),
      /not played to its end/,
    )
    assert.match(reasonOf({ ...embyFilm, PlaybackInfo: undefined }, "ines"), /not played to its end/)
    for (const Event of ["item.markplayed", "item.rate", "playback.start", "system.notificationtest"]) {
      assert.match(reasonOf({ ...embyFilm, Event }, "ines"), /is neither a finished play nor a rating/)
    }
    assert.match(
      reasonOf({ ...embyFilm, Item: { ...embyFilm.Item, Type: "Audio" } }, "ines"),
      /"Audio" is neither/,
    )
    assert.match(reasonOf(embyFilm, "guest"), /another account's/)
    assert.match(reasonOf(embyFilm), /set MEDIA_SERVER_USER/)
  })
})

describe("a payload", () => {
  it("of nobody we know is not understood", () => {
    for (const payload of [null, 1, "media.scrobble", [], {}, { event: 5 }, [plexFilm], { Metadata: {} }]) {
      assert.match(problemOf(payload), /none of Plex, Jellyfin or Emby/)
    }
  })

  it("never throws, and never repeats what it holds when it is not understood", () => {
    assert.notInclude(problemOf(plexMetadata(plexEpisode, { index: "hunter2" })), "hunter2")
    assert.strictEqual(told(plexMetadata(plexFilm, { title: "A\0B" })).type, "watched")
    assert.notInclude(JSON.stringify(told(plexMetadata(plexFilm, { title: "A\0B" }))), "\\u0000")
  })

  it.prop("of any JSON is stored, ignored or refused in words", [Schema.Json], ([json]) => {
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
  { name: "a film stopped on Emby, nobody set", payload: stopped, outcome: notOwn },
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
