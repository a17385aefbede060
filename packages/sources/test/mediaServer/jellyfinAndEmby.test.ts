import { assert, describe, it } from "@effect/vitest"
import { embyEpisode, embyFilm, jellyfinEpisode, jellyfinFilm, jellyfinRating } from "./samples.ts"
import { told, reasonOf, problemOf } from "./read.ts"

describe("Jellyfin", () => {
  it("returns a finished film and episode, even if its template makes texts of numbers", () => {
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

  it("returns a rating out of 10", () => {
    assert.deepInclude(told(jellyfinRating, "ines"), { type: "rated", rating: 4.5 })
    assert.deepInclude(told({ ...jellyfinRating, Rating: null }, "ines"), { type: "rated", rating: 0 })
    assert.match(problemOf({ ...jellyfinRating, Rating: 12 }, "ines"), /^Rating: /)
  })

  it("is ignored if a play was left early, was marked manually, or is another account's", () => {
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

  it("may name its account in either of two fields", () => {
    const { NotificationUsername, ...rest } = jellyfinFilm
    assert.strictEqual(told({ ...rest, Username: NotificationUsername }, "ines").type, "watched")
  })
})

describe("Emby", () => {
  it("returns a finished film and a finished episode", () => {
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

  it("is ignored where a play was left early, was marked manually, or is another account's", () => {
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
