import { DiscogsStandIn } from "../test/standIns/discogsStandIn.ts"
import { GamesStandIn } from "../test/standIns/gamesStandIn.ts"
import { LastfmStandIn, type Play } from "../test/standIns/lastfmStandIn.ts"
import { type Environment, planted } from "../test/daybook.ts"
import { Figures } from "./figures.ts"
import { Register } from "./register.ts"
import { Asker, Weather } from "./request.ts"
import { SetOnceModel } from "./setOnceModel.ts"

export type Presence = "absent" | "present"

/** The model of one store's servers: every request and its possible outcomes, and the services that they call. */
export class World {
  readonly figures = new Figures()
  readonly weather = new Weather()
  readonly asker = new Asker(this.weather, this.figures)

  readonly keys = new Register<Presence>("key", "absent")
  readonly filters = new Register<Presence>("filter", "absent")
  readonly sources = new Register<"absent" | "pending" | "promoted">("source row", "absent")
  readonly games = new Register<Presence>("game", "absent")
  readonly records = new Register<Presence>("record", "absent")
  /** Episodes by their shows. */
  readonly shows = new Map<string, Register<Presence>>()
  readonly setOnce = new SetOnceModel()
  /** The cursor up to which accepted requests were listed. */
  listedUntil = ""

  readonly lastfm = new LastfmStandIn()
  readonly discogs = new DiscogsStandIn()
  readonly #games = new GamesStandIn()
  readonly #firstPlay = Math.floor(Date.now() / 1000) - 2 * 86_400
  #numbers = 0

  constructor() {
    this.lastfm.plays = []
    this.discogs.copies = []
  }

  async settings(): Promise<Environment> {
    return {
      LASTFM_URL: await this.lastfm.url,
      LASTFM_API_KEY: planted.lastfmKey,
      LASTFM_USER: "someone",
      DISCOGS_URL: await this.discogs.url,
      DISCOGS_TOKEN: planted.discogsToken,
      DISCOGS_USER: "someone",
      ITUNES_URL: "off",
      WIKIDATA_URL: "off",
      ...(await this.#games.settings),
    }
  }

  /** A number that is unique in this world. */
  number(): number {
    return ++this.#numbers
  }

  /** Plays one more track, later than all before. */
  play(): Play {
    const count = this.lastfm.plays.length
    const play = {
      artist: `Artist ${count % 7}`,
      album: `Album ${count % 40}`,
      track: `Track ${count % 11}`,
      uts: this.#firstPlay + count,
    }
    this.lastfm.plays.unshift(play)
    return play
  }

  episodesOf(show: string): Register<Presence> {
    const known = this.shows.get(show)
    if (known !== undefined) return known
    const made = new Register<Presence>(`episode of ${show}`, "absent")
    this.shows.set(show, made)
    return made
  }

  close(): void {
    for (const one of [this.lastfm, this.discogs, this.#games]) one.close()
  }
}
