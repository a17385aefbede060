import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { recordedText, whereRecorded } from "../recordings.ts"
import { episode, movie, rated, show, watchedShow } from "./samples.ts"
import { at, recordsOf } from "./client.ts"

interface AnswerCase {
  readonly name: string
  readonly path: string
  readonly rows: () => ReadonlyArray<object>
  readonly count: number
}

const recordedAnswer = (path: string, file: string, count: number): AnswerCase => ({
  name: file,
  path,
  rows: () => JSON.parse(recordedText(`trakt/${file}`)),
  count,
})

const answers: ReadonlyArray<AnswerCase> = [
  {
    name: "films, and an episode among them, however they came to be seen",
    path: "/sync/history/movies",
    rows: () => [movie(3, at(1)), episode(2, at(2)), movie(1, at(3), { action: "watch" })],
    count: 3,
  },
  {
    name: "ten episodes of one instant, without an id of IMDb",
    path: "/sync/history/episodes",
    rows: () => Array.from({ length: 10 }, (_, index) => episode(index + 1, at(1), 2, index + 1)),
    count: 10,
  },
  {
    name: "ratings of a film and an episode, and of a show and a season, which are none of ours",
    path: "/sync/ratings",
    rows: () => [
      rated("movie", 10, at(1), { movie: movie(1, at(1)).movie }),
      rated("show", 10, at(1), { show }),
      rated("season", 8, at(1), { season: { number: 0, ids: { tvdb: 41, tmdb: 51, tvrage: null } }, show }),
      rated("episode", 10, at(1), { episode: episode(1, at(1)).episode, show }),
    ],
    count: 2,
  },
  {
    name: "shows with their plays, which the history reports",
    path: "/sync/watched/shows",
    rows: () => [watchedShow(show, at(1)), watchedShow({ ...show, ids: { ...show.ids, tmdb: 22 } }, at(2))],
    count: 0,
  },
  {
    name: "a show that was never restarted",
    path: "/sync/watched/shows",
    rows: () => [{ ...watchedShow(show, at(1)), last_updated_at: at(1), reset_at: null }],
    count: 0,
  },
  ...whereRecorded(() => [
    recordedAnswer("/sync/history/movies", "sync_history.json", 3),
    recordedAnswer("/sync/history/episodes", "sync_history_shows_first10.json", 10),
    recordedAnswer("/sync/ratings", "sync_ratings.json", 2),
    recordedAnswer("/sync/watched/shows", "sync_watched_shows.json", 0),
    recordedAnswer("/sync/watched/shows", "users_watched_shows_2024_reset_at_null.json", 0),
  ]),
]

describe("an id that cannot be read", () => {
  const strange: ReadonlyArray<readonly [unknown, object]> = [
    [{}, {}],
    ["tt11", {}],
    [0, {}],
    [null, {}],
    [{ imdb: {}, tmdb: "11", tvdb: 0 }, { tmdb: 11 }],
    [{ imdb: "tt11", tmdb: {}, tvdb: "x" }, { imdb: "tt11" }],
    [{ imdb: 0, tmdb: [], tvdb: 7 }, { tvdb: 7 }],
  ]
  it.live.each(strange.map(([ids, known]) => ({ ids, known })))(
    "costs itself alone: $ids",
    ({ ids, known }) =>
      Effect.gen(function* () {
        const rejected = collectRejectedRows()
        const films = [movie(1, at(1), { movie: { title: "Salt Roads", year: 1999, ids } })]
        const shown = episode(2, at(2))
        const episodes = [{ ...shown, show: { ...shown.show, ids }, episode: { ...shown.episode, ids } }]
        const records = yield* recordsOf(({ path }) => ({
          body: path.endsWith("history/movies") ? films : path.endsWith("history/episodes") ? episodes : [],
        })).pipe(rejected.provide)
        expect(rejected.kept).toEqual([])
        const items = records.flatMap((record) => (record.type === "watched" ? [record.item] : []))
        expect(items).toMatchObject([
          { title: "Salt Roads", ids: known },
          { show: "Night Bus", showIds: known, episodeIds: known },
        ])
        expect(items.map((item) => (item.kind === "film" ? item.ids : item.showIds))).toEqual([known, known])
      }),
  )
})

describe("a response as Trakt returns it", () => {
  it.live.each(answers)("holds $count records: $name", ({ count, path, rows }) =>
    Effect.gen(function* () {
      const rejected = collectRejectedRows()
      const body = rows()
      const records = yield* recordsOf((asked) => ({ body: asked.path === path ? body : [] })).pipe(
        rejected.provide,
      )
      expect(records).toHaveLength(count)
      expect(rejected.kept).toEqual([])
    }),
  )
})
