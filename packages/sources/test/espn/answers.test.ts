import type { GameType } from "@daybook/attending"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { espn } from "./client.ts"
import { event, harbor, mesa, scoreboard, status, summary } from "./samples.ts"
import { recorded, recordedText, whereRecorded } from "../recordings.ts"
import type { Reply } from "../scriptedServer.ts"

const bothAt = (score: string) => ({
  competitors: [
    { homeAway: "home", team: harbor, score },
    { homeAway: "away", team: mesa, score },
  ],
})
const notBegun = { ...bothAt("0"), status: { type: status.scheduled } }
const note = (headline: string) => ({ notes: [{ type: "event", headline }] })

interface DayCase {
  readonly name: string
  readonly day: string
  readonly reply: Reply
  readonly numbers: ReadonlyArray<readonly [id: string, number: number | undefined]>
  readonly homeScores: ReadonlyArray<number | undefined>
}

const days: ReadonlyArray<DayCase> = [
  {
    name: "our own",
    day: "2023-09-10",
    reply: scoreboard(
      event("1", "2023-09-10T17:05Z", note("Doubleheader - Game 1")),
      event("2", "2023-09-10T17:20Z", note("Doubleheader - Game 1 - Makeup from May 3")),
      event("3", "2023-09-10T19:30Z", { ...bothAt("6"), status: { type: status.underWay } }),
      event("4", "2023-09-10T23:05Z", { ...notBegun, ...note("Doubleheader - Game 2") }),
      event("5", "2023-09-11T00:40Z", notBegun),
    ),
    numbers: [
      ["1", 1],
      ["2", 1],
      ["3", undefined],
      ["4", 2],
      ["5", undefined],
    ],
    homeScores: [4, 4, 6, undefined, undefined],
  },
  ...whereRecorded(() => [
    {
      name: "recorded",
      day: "2022-09-17",
      reply: { body: recorded("espn/mlb_scoreboard_20220917_doubleheaders_trimmed.json") },
      numbers: [
        ["401423263", 1],
        ["401463304", 1],
        ["401356370", undefined],
        ["401356377", 2],
        ["401356372", 2],
        ["401356382", undefined],
        ["401356375", undefined],
      ] as const,
      homeScores: [5, 5, 6, undefined, undefined, undefined, undefined],
    },
  ]),
]

type CountCase = readonly [name: string, events: ReadonlyArray<object>, type: GameType, count: number]

const recordedEvents = (file: string): ReadonlyArray<object> => {
  const one = JSON.parse(recordedText(`espn/${file}`))
  return "events" in one ? one.events : [one]
}

const counts: ReadonlyArray<CountCase> = [
  ["a day of baseball", [event("1", "2023-09-10T17:10Z", { odds: [], leaders: [] })], "mlb_game", 1],
  [
    "a week of football, from its Thursday's night on",
    [
      event("1", "2023-09-10T17:00Z"),
      event("2", "2023-09-10T20:15Z", notBegun),
      event("3", "2023-09-08T00:10Z", {
        venue: {
          id: "92",
          fullName: "Bay Dome",
          address: { city: "Port Harbor", state: "ME" },
          indoor: true,
        },
      }),
    ],
    "nfl_game",
    3,
  ],
  ...whereRecorded(() => [
    [
      "a recorded event of baseball",
      recordedEvents("mlb_scoreboard_one_event_full_401423263.json"),
      "mlb_game",
      1,
    ] as const,
    [
      "a recorded week of football",
      recordedEvents("nfl_scoreboard_2022_week1_trimmed.json"),
      "nfl_game",
      3,
    ] as const,
  ]),
]

/** A club whose nickname is its whole name. */
const harborClub = { ...harbor, name: "Harbor FC", displayName: "Harbor FC" }

/**
 * A match as a team's schedule has it: scores are objects, the phase is reported by name, a city holds its state, and
 * clubs are in no place but their own name.
 */
const match = (
  id: string,
  date: string,
  home: typeof harbor,
  scores: readonly [number, number],
  venue: object,
) => {
  const side = (homeAway: string, { abbreviation, displayName, name }: typeof harbor, at: 0 | 1) => ({
    homeAway,
    team: {
      id: homeAway === "home" ? "7" : "12",
      location: displayName,
      nickname: name,
      abbreviation,
      displayName,
    },
    score: { $ref: "http://api.example/scores/38", value: scores[at], displayValue: String(scores[at]) },
  })
  return event(
    id,
    date,
    {
      competitors: [side("home", home, 0), side("away", mesa, 1)],
      status: { clock: 5400, displayClock: "90'+3'", type: status.fullTime },
      venue,
    },
    {
      season: { year: 2026, displayName: "2026 MLS" },
      seasonType: { id: "1", type: 13_901, name: "Regular Season", abbreviation: "2026 MLS" },
    },
  )
}

interface SeasonCase {
  readonly name: string
  readonly team: string
  readonly reply: Reply
  readonly games: ReadonlyArray<object>
}

const seasons: ReadonlyArray<SeasonCase> = [
  {
    name: "our own",
    team: "7",
    reply: scoreboard(
      match("1", "2026-04-11T18:30Z", harborClub, [3, 1], {
        fullName: "Bay Field",
        address: { city: "Red Mesa", country: "C" },
      }),
      match("2", "2026-04-04T23:00Z", harbor, [0, 2], {
        fullName: "Pier Field",
        address: { city: "Port Harbor, Maine", country: "USA" },
      }),
    ),
    games: [
      { phase: "regular", state: "final", home: { nickname: "Harbor FC", score: 3 } },
      {
        phase: "regular",
        home: { nickname: "Gulls", score: 0 },
        away: { score: 2 },
        venue: { city: "Port Harbor" },
      },
    ],
  },
  ...whereRecorded(() => [
    {
      name: "recorded",
      team: "183",
      reply: { body: recorded("espn/team_schedule_trimmed.json") },
      games: [
        { phase: "regular", state: "final", home: { nickname: "Toronto FC" } },
        {
          phase: "regular",
          home: { nickname: "Crew", score: 0 },
          away: { score: 1 },
          venue: { city: "Columbus" },
        },
      ],
    },
  ]),
]

type PlayersCase = readonly [
  name: string,
  reply: Reply,
  type: GameType,
  players: ReadonlyArray<readonly [team: string, fullName: unknown, lastName: string, jersey: string]>,
]

/** A line of baseball: neither a jersey nor a last name. */
const hitter = (id: string, displayName: string) => ({
  active: true,
  athlete: { id, displayName, shortName: displayName, position: { abbreviation: "2B" } },
  starter: true,
  stats: ["1-4", "4", "1"],
})

const batting = (...athletes: ReadonlyArray<object>) => [
  { type: "batting", keys: ["hits-atBats", "atBats", "runs", "hits"], labels: ["H-AB", "AB", "R"], athletes },
]

const recordedShapes = (sport: "football_summary" | "basketball_summary"): Reply => ({
  body: JSON.parse(recordedText("espn/nfl_nba_summary_shapes.CONSTRUCTED.json"))[sport],
})

const boxes: ReadonlyArray<PlayersCase> = [
  [
    "hitters, with the jerseys of the home roster",
    summary(
      [
        { team: { id: "12" }, statistics: batting(hitter("1", "Ana Ruiz"), hitter("2", "Bo Odd")) },
        { team: { id: "7" }, statistics: batting(hitter("3", "Cy Quay Jr."), hitter("4", "Di Ebb")) },
      ],
      [
        {
          homeAway: "home",
          team: { id: "7" },
          roster: [
            {
              jersey: "13",
              starter: true,
              athlete: { id: "3", lastName: "Quay Jr.", fullName: "Cý Quay Jr." },
            },
            { jersey: "27", starter: true, athlete: { id: "4", lastName: "Ebb", fullName: "Di Ebb" } },
          ],
        },
      ],
    ),
    "mlb_game",
    [
      ["12", "Ana Ruiz", "", ""],
      ["12", "Bo Odd", "", ""],
      ["7", "Cy Quay Jr.", "Quay Jr.", "13"],
      ["7", "Di Ebb", "Ebb", "27"],
    ],
  ],
  [
    "football, whose lines have last names, and groups without anybody",
    summary([
      {
        team: { id: "7", abbreviation: "PHG" },
        statistics: [
          {
            name: "passing",
            keys: ["completions/passingAttempts", "passingYards"],
            labels: ["C/ATT", "YDS"],
            athletes: [
              {
                athlete: { id: "5", firstName: "Cy", lastName: "Quay", displayName: "Cy Quay" },
                stats: ["2/3", "21"],
              },
            ],
          },
          { name: "punting", keys: ["punts"], labels: ["NO"], athletes: [], totals: [] },
        ],
      },
    ]),
    "nfl_game",
    [["7", "Cy Quay", "Quay", ""]],
  ],
  [
    "basketball, whose lines name who did not play",
    summary([
      {
        team: { id: "7", abbreviation: "PHG" },
        statistics: [
          {
            names: ["MIN", "PTS"],
            athletes: [
              {
                active: true,
                athlete: { id: "6", displayName: "Di Ebb" },
                didNotPlay: false,
                stats: ["31", "7"],
              },
              { active: false, athlete: { id: "0", displayName: "Ed Bench" }, didNotPlay: true, stats: [] },
            ],
          },
        ],
      },
    ]),
    "nba_game",
    [["7", "Di Ebb", "", ""]],
  ],
  ...whereRecorded(() => [
    [
      "recorded hitters of the World Series",
      { body: recorded("espn/mlb_summary_401701044_trimmed.json") },
      "mlb_game",
      [
        ["19", expect.any(String), "", ""],
        ["19", expect.any(String), "", ""],
        ["19", expect.any(String), "", ""],
        ["10", expect.any(String), "Torres", "25"],
        ["10", expect.any(String), "Soto", "22"],
        ["10", expect.any(String), "Judge", "99"],
        ["10", expect.any(String), "Chisholm Jr.", "13"],
        ["10", expect.any(String), "Stanton", "27"],
      ],
    ] as const,
    [
      "recorded football",
      recordedShapes("football_summary"),
      "nfl_game",
      [["27", "Baker Mayfield", "Mayfield", ""]],
    ] as const,
    [
      "recorded basketball",
      recordedShapes("basketball_summary"),
      "nba_game",
      [["24", "Julian Champagnie", "", ""]],
    ] as const,
  ]),
]

describe("a response as ESPN returns it", () => {
  it.live.each(days)("reports a day with double-headers: $name", ({ day, homeScores, numbers, reply }) =>
    Effect.gen(function* () {
      const { gamesOn } = yield* espn(() => reply)
      const games = yield* gamesOn(day, "mlb_game")
      expect(new Set(games.map((one) => one.day))).toEqual(new Set([day]))
      expect(games.map(({ id, number }) => [id, number])).toEqual(numbers)
      expect(games.map(({ home }) => home.score)).toEqual(homeScores)
    }),
  )

  it.live.each(counts)("is read whole: %s", ([, events, type, count]) =>
    Effect.gen(function* () {
      const { gamesOn } = yield* espn(() => ({ body: { events } }))
      expect(yield* gamesOn("2022-09-17", type)).toHaveLength(count)
    }),
  )

  it.live.each(seasons)("reports a season of soccer, whose scores are objects: $name", (given) =>
    Effect.gen(function* () {
      const { season } = yield* espn(({ path }) => (path.endsWith("schedule") ? given.reply : scoreboard()))
      expect(yield* season(given.team, 2026, "mls_game")).toMatchObject(given.games)
    }),
  )

  it.live.each(boxes)("reports who played: %s", ([, reply, type, players]) =>
    Effect.gen(function* () {
      const { players: ask } = yield* espn(() => reply)
      const read = yield* ask("401", type)
      expect(read.map(({ jersey, lastName, name, teamId }) => [teamId, name, lastName, jersey])).toEqual(
        players,
      )
    }),
  )
})
