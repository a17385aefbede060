import type { IncomingMessage, ServerResponse } from "node:http"
import { PagedStandIn } from "./pagedStandIn.ts"
import { until } from "../until.ts"

export interface Play {
  readonly artist: string
  readonly album: string
  readonly track: string
  /** Seconds since 1970. */
  readonly uts: number
}

const albumNames = ["Weather Maps", "Low Tide", "Night Bus", "Salt", "Orchard", "Paper Moons"]
const artistNames = ["The Paper Lanterns", "Ida Quarry", "Half Moth", "Glass Ferry", "Nine Wells"]
const daySeconds = 86_400

/** Sample plays, newest first: three years that end 20 days ago, now and then two in the same second. */
export const madeUpPlays = (count: number): Array<Play> => {
  const newest = Math.floor(Date.now() / 1000) - 20 * daySeconds
  return Array.from({ length: count }, (_, index) => ({
    artist: artistNames[index % artistNames.length] ?? "",
    album: albumNames[(index * 7) % albumNames.length] ?? "",
    track: `Track ${index % 11}`,
    uts:
      newest -
      Math.floor(index / 2) * 2 * Math.floor((3 * 365 * daySeconds) / count) -
      (index % 10 === 1 ? 0 : index % 2),
  }))
}

/** A play of today, which a sync of an earlier day cannot have seen. */
export const playedAgo = (seconds: number, track = "Just Now"): Play => ({
  artist: "Ida Quarry",
  album: "Salt",
  track,
  uts: Math.floor(Date.now() / 1000) - seconds,
})

/** How many plays each album has, by `artist / album`: what top albums must add up to. */
export const playsByAlbum = (plays: ReadonlyArray<Play>): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { album, artist } of plays) {
    counts[`${artist} / ${album}`] = (counts[`${artist} / ${album}`] ?? 0) + 1
  }
  return counts
}

const trackOf = ({ album, artist, track }: Omit<Play, "uts">, cover = "") => ({
  artist: { mbid: "", "#text": artist },
  album: { mbid: "", "#text": album },
  name: track,
  mbid: "",
  streamable: "0",
  url: "https://www.last.fm/music/x",
  image: [{ size: "large", "#text": cover }],
})

const answerTo = (
  plays: ReadonlyArray<Play>,
  covers: Readonly<Record<string, string>>,
  nowPlaying: string | undefined,
  query: URLSearchParams,
  rejected: object | undefined,
) => {
  const number = (name: string, fallback: number) => Number(query.get(name) ?? fallback)
  const limit = number("limit", 50)
  const page = number("page", 1)
  const from = number("from", 0)
  const to = number("to", Infinity)
  const found = plays.filter(({ uts }) => uts >= from && uts <= to).sort((a, b) => b.uts - a.uts)
  const tracks = found.slice((page - 1) * limit, page * limit).map((play) => ({
    ...trackOf(play, covers[play.album]),
    date: { uts: String(play.uts), "#text": "a display form" },
  }))
  const playing =
    nowPlaying === undefined
      ? []
      : [
          {
            ...trackOf({ artist: "Half Moth", album: "Orchard", track: nowPlaying }),
            "@attr": { nowplaying: "true" },
          },
        ]
  return {
    recenttracks: {
      track: [...playing, ...(rejected === undefined ? [] : [rejected]), ...tracks],
      "@attr": {
        user: "someone",
        page: String(page),
        perPage: String(limit),
        totalPages: String(Math.ceil(found.length / limit)),
        total: String(found.length),
      },
    },
  }
}

/**
 * Stands in for Last.fm: one person's plays over real HTTP, 200 a page, numbers as text; and for where its covers are. A call of
 * one item is page 0.
 */
export class LastfmStandIn extends PagedStandIn {
  plays: Array<Play> = madeUpPlays(2_350)
  /** The track that plays now, repeated on every page. */
  nowPlaying: string | undefined = "Playing Now"
  /** The address of each album's cover, by the album's name. */
  covers: Record<string, string> = {}
  /** The images at `/covers/…`, by the rest of the path. */
  readonly pictures: Record<string, Uint8Array> = {}
  /** Which of them were requested, in order. */
  readonly picturesAsked: Array<string> = []
  /** A row that is sent on the first page as it is. */
  rejected: object | undefined
  /** The fate of incoming calls: accepted, left without a response, or refused. */
  mode: "answer" | "hang" | "fail" = "answer"
  readonly #sent: Array<number> = []

  protected async reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://stand-in")
    if (pathname.startsWith("/covers/")) return this.#showPicture(pathname.slice("/covers/".length), response)
    const page = query.get("limit") === "1" ? 0 : Number(query.get("page"))
    this.asked.push(page)
    await this.letThrough(page, response)
    if (this.mode === "hang") return
    response.writeHead(this.mode === "fail" ? 400 : 200, { "content-type": "application/json" })
    response.end(
      JSON.stringify(
        this.mode === "fail"
          ? { error: 10, message: "Invalid API key" }
          : answerTo(this.plays, this.covers, this.nowPlaying, query, page === 1 ? this.rejected : undefined),
      ),
    )
    this.#sent.push(page)
  }

  #showPicture(name: string, response: ServerResponse): void {
    this.picturesAsked.push(name)
    const picture = this.pictures[name]
    response.writeHead(picture === undefined ? 404 : 200).end(picture)
  }

  /** Waits until this many responses were sent in all. */
  answered(count: number): Promise<void> {
    return until(`${count} pages were sent`, () => this.#sent.length >= count)
  }

  get answers(): number {
    return this.#sent.length
  }
}
