import { DiscogsStandIn } from "../test/standIns/discogsStandIn.ts"
import { type Daybook, type Environment, planted } from "../test/daybook.ts"
import { FoursquareStandIn, madeUpVisits } from "../test/standIns/foursquareStandIn.ts"
import { GamesStandIn } from "../test/standIns/gamesStandIn.ts"
import { GoogleStandIn, linkedAccount } from "../test/standIns/googleStandIn.ts"
import { LastfmStandIn, madeUpPlays } from "../test/standIns/lastfmStandIn.ts"
import { ReadwiseStandIn } from "../test/standIns/readwiseStandIn.ts"
import { madeUpRuns, StravaStandIn } from "../test/standIns/stravaStandIn.ts"
import { WatchingStandIn } from "../test/standIns/watchingStandIn.ts"

/** Services with a small generated history, so that there is data to read. */
export class History {
  readonly #lastfm = new LastfmStandIn()
  readonly #foursquare = new FoursquareStandIn()
  readonly #readwise = new ReadwiseStandIn()
  readonly #watching = new WatchingStandIn()
  readonly #strava = new StravaStandIn(planted.stravaToken)
  readonly #discogs = new DiscogsStandIn()
  readonly #google = new GoogleStandIn()
  readonly #games = new GamesStandIn()

  constructor() {
    this.#lastfm.plays = madeUpPlays(200)
    this.#foursquare.visits = madeUpVisits(100)
    this.#strava.activities = madeUpRuns(40)
  }

  /** The settings that name all of them. */
  async settings(): Promise<Environment> {
    return {
      LASTFM_URL: await this.#lastfm.url,
      LASTFM_API_KEY: planted.lastfmKey,
      LASTFM_USER: "someone",
      ITUNES_URL: "off",
      WIKIDATA_URL: "off",
      FOURSQUARE_URL: await this.#foursquare.url,
      FOURSQUARE_TOKEN: planted.foursquareToken,
      READWISE_URL: await this.#readwise.url,
      READWISE_TOKEN: planted.readwiseToken,
      ...(await this.#watching.settings()),
      STRAVA_URL: await this.#strava.url,
      STRAVA_CLIENT_ID: "a-client",
      STRAVA_CLIENT_SECRET: planted.stravaSecret,
      STRAVA_REFRESH_TOKEN: planted.stravaToken,
      DISCOGS_URL: await this.#discogs.url,
      DISCOGS_TOKEN: planted.discogsToken,
      DISCOGS_USER: "someone",
      ...linkedAccount,
      ...(await this.#google.settings),
      ...(await this.#games.settings),
    }
  }

  close(): void {
    for (const service of [
      this.#lastfm,
      this.#foursquare,
      this.#readwise,
      this.#watching,
      this.#strava,
      this.#discogs,
      this.#google,
      this.#games,
    ]) {
      service.close()
    }
  }
}

/** Valid requests, sent before and after a storm, whose responses no storm may change. */
export const promises = [
  "/v1/listening/top/albums?period=overall&limit=100&include_sparklines=true&to=2026-01-01",
  "/v1/places/recent?limit=100",
  "/v1/running/stats/years/2026",
  "/v1/reading/archive?limit=100",
  "/v1/collecting/media/formats",
  "/v1/images/" + "ab".repeat(32) + "/small",
  "/v1/openapi.json",
] as const

const textOf = async (server: Daybook, path: string, key: string): Promise<string> => {
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` } })
  return `${response.status} ${await response.text()}`
}

/** The responses to all of them. */
export const kept = async (server: Daybook): Promise<Record<string, string>> => {
  const answers: Record<string, string> = {}
  for (const path of promises) answers[path] = await textOf(server, path, planted.readKey)
  return answers
}
