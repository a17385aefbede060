import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listenOnLoopback } from "./loopback.ts"

const day = "2021-10-27"

/** Who played, as the two services report it: the league with a number for each, ESPN with numbers in another place. */
const played = [
  { mlb: 501, espn: 9_001, name: "José Núñez Jr.", there: "Jose Nunez", jersey: "00", home: true },
  { mlb: 502, espn: 9_002, name: "Al Núñez", there: "Al Nunez", jersey: "0", home: true },
  { mlb: 503, espn: 9_003, name: "Will Salt", there: "William Salt", jersey: "5", home: true },
  { mlb: 504, espn: 9_004, name: "Will Salt", there: "Will Salt", jersey: "5", home: false },
  // Reported with different numbers: no one can say that he is the same.
  { mlb: 505, espn: 9_005, name: "Ida Quarry", there: "Ida Quarry", jersey: "8", home: false },
] as const

const teams = {
  home: { id: 907, name: "Port Harbor Gulls", teamName: "Gulls", abbreviation: "PHG" },
  away: { id: 912, name: "Red Mesa Foxes", teamName: "Foxes", abbreviation: "RMF" },
}

const schedule = {
  dates: [
    {
      date: day,
      games: [
        {
          gamePk: 660_271,
          gameType: "W",
          gameDate: "2021-10-28T00:09:00Z",
          officialDate: day,
          status: { abstractGameState: "Final", codedGameState: "F", detailedState: "Final" },
          teams: { home: { score: 6, team: teams.home }, away: { score: 7, team: teams.away } },
          venue: { id: 91, name: "Pier Field", timeZone: { id: "America/New_York" } },
          gameNumber: 1,
        },
      ],
    },
  ],
}

const boxSide = (home: boolean) => {
  const side = played.filter((one) => one.home === home)
  return {
    team: home ? teams.home : teams.away,
    batters: side.map(({ mlb }) => mlb),
    pitchers: [],
    players: Object.fromEntries([
      ...side.map(({ jersey, mlb, name }) => [
        `ID${mlb}`,
        { person: { id: mlb, fullName: name }, jerseyNumber: jersey, stats: {} },
      ]),
      // On the bench all evening.
      [
        `ID${home ? 590 : 591}`,
        { person: { id: home ? 590 : 591, fullName: "Bench Warmer" }, jerseyNumber: "99" },
      ],
    ]),
  }
}

const espnTeam = (home: boolean) => ({
  id: home ? "7" : "12",
  displayName: home ? "Port Harbor Gulls" : "Red Mesa Foxes",
  name: home ? "Gulls" : "Foxes",
  abbreviation: home ? "PHG" : "RMF",
})

const scoreboard = {
  events: [
    {
      id: "401360000",
      date: "2021-10-28T00:09Z",
      season: { year: 2021, type: 3 },
      competitions: [
        {
          date: "2021-10-28T00:09Z",
          venue: { fullName: "Pier Field" },
          competitors: [
            { homeAway: "away", team: espnTeam(false), score: "7" },
            { homeAway: "home", team: espnTeam(true), score: "6" },
          ],
          status: { type: { name: "STATUS_FINAL", state: "post", completed: true } },
        },
      ],
    },
  ],
}

const summary = {
  boxscore: {
    players: [false, true].map((home) => ({
      team: espnTeam(home),
      statistics: [
        {
          type: "batting",
          athletes: played
            .filter((one) => one.home === home)
            .map(({ espn, there }) => ({
              athlete: { id: String(espn), displayName: there },
              stats: ["0-4"],
            })),
        },
      ],
    })),
  },
  rosters: [false, true].map((home) => ({
    homeAway: home ? "home" : "away",
    team: espnTeam(home),
    roster: played
      .filter((one) => one.home === home)
      .map(({ espn, jersey, there }) => ({
        jersey: there === "Ida Quarry" ? "9" : jersey,
        athlete: {
          id: String(espn),
          displayName: there,
          fullName: there,
          lastName: there.split(" ").at(-1),
        },
      })),
  })),
}

/** The responses that both services give; undefined if they have nothing. */
export const answerOfGames = (pathname: string, parameters: URLSearchParams): unknown => {
  const date = parameters.get("date")
  if (pathname === "/mlb/api/v1/schedule") return date === null || date === day ? schedule : { dates: [] }
  if (pathname === "/mlb/api/v1/game/660271/boxscore")
    return { teams: { home: boxSide(true), away: boxSide(false) } }
  if (pathname === "/espn/baseball/mlb/scoreboard")
    return parameters.get("dates") === day.replaceAll("-", "") ? scoreboard : { events: [] }
  if (pathname === "/espn/baseball/mlb/summary" && parameters.get("event") === "401360000") return summary
  if (pathname.endsWith("/scoreboard")) return { events: [] }
  return undefined
}

/** Stands in for the MLB Stats API and for ESPN over real HTTP: one game of 27 October 2021, known to both. */
export class GamesStandIn {
  readonly #server = createServer((request, response) => this.#reply(request, response))
  readonly #listening = listenOnLoopback(this.#server)

  #reply(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in")
    const body = answerOfGames(pathname, searchParams)
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(body ?? { message: "Not found" }))
  }

  /** The settings that name it. */
  get settings(): Promise<{ readonly ESPN_URL: string; readonly MLB_URL: string }> {
    return this.#listening.then((url) => ({
      ESPN_URL: new URL("espn", url).href,
      MLB_URL: new URL("mlb", url).href,
    }))
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
