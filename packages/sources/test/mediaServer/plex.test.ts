import { assert, describe, it } from "@effect/vitest"
import { plexEpisode, plexFilm, plexRating } from "./samples.ts"
import { arrival, told, reasonOf, problemOf, plexMetadata } from "./read.ts"

const film = {
  kind: "film",
  title: "The Salt Road",
  year: 2019,
  ids: { imdb: "tt7654321", tmdb: 45_678, tvdb: 91_011 },
} as const

describe("Plex", () => {
  it("returns a finished film with its ids, at the time of viewing", () => {
    assert.deepStrictEqual(told(plexFilm), {
      type: "watched",
      source: "plex",
      at: 1_784_000_000_000,
      item: film,
    })
  })

  it("returns a finished episode with its own ids, never the show's", () => {
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

  it("takes the id in an old agent's guid of an episode for the show's", () => {
    for (const change of [
      { guid: "com.plexapp.agents.thetvdb://73141/4/8?lang=en" },
      { grandparentGuid: "com.plexapp.agents.thetvdb://73141?lang=en" },
    ]) {
      const event = told(plexMetadata(plexEpisode, { Guid: undefined, ...change }))
      assert.nestedProperty(event, "item.showIds.tvdb")
      assert.deepInclude("item" in event ? event.item : {}, { showIds: { tvdb: 73_141 }, episodeIds: {} })
    }
  })

  it("takes a film's id from an old agent's guid, and none if it has none", () => {
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

  it("may have no year and no time, and may have a date instead of them", () => {
    const bare = { year: undefined, lastViewedAt: undefined }
    assert.deepInclude(told(plexMetadata(plexFilm, bare)), { at: arrival, item: { ...film, year: 0 } })
    for (const originallyAvailableAt of ["2018-11-30", "2018-11-30T23:00:00Z"]) {
      const event = told(plexMetadata(plexFilm, { ...bare, originallyAvailableAt }))
      assert.deepInclude(event, { item: { ...film, year: 2018 } })
    }
  })

  it("never dates a watch after its delivery", () => {
    assert.deepInclude(told(plexMetadata(plexFilm, { lastViewedAt: arrival / 1_000 + 60 })), { at: arrival })
    assert.deepInclude(told(plexMetadata(plexFilm, { lastViewedAt: 0 })), { at: arrival })
  })

  it("returns the owner's rating out of 10, as text or number, and never the critics'", () => {
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
      // The item reports it too.
      assert.deepInclude(told({ ...plexRating, rating }), { type: "rated", rating: 3.5 })
      for (const userRating of [undefined, null, rating]) {
        const unread = { ...plexMetadata(plexRating, { userRating }), rating }
        assert.match(problemOf(unread), /^rating: must be/)
      }
    }
  })

  it("is ignored, with the reason, if nothing is finished, or it is neither film nor episode", () => {
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

  it("counts the hook owner's own plays, and only those of MEDIA_SERVER_USER if it is set", () => {
    const guest = { ...plexFilm, user: false, Account: { id: 9, title: "Guest" } }
    assert.match(reasonOf(guest), /not the hook owner's own/)
    assert.match(reasonOf({ ...plexFilm, user: undefined }), /not the hook owner's own/)
    assert.strictEqual(told(guest, "guest").type, "watched")
    assert.strictEqual(told(plexFilm, "INES").type, "watched")
    assert.match(reasonOf(plexFilm, "guest"), /MEDIA_SERVER_USER/)
    assert.match(reasonOf({ ...plexFilm, Account: undefined }, "guest"), /MEDIA_SERVER_USER/)
  })

  it("is invalid without a required field, which the message names", () => {
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

  it("may hold nonsense in optional fields", () => {
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
