import {
  type DateRange,
  everything,
  type Page,
  type PageRequest,
  storableInstant,
  visibleOf,
} from "@daybook/kernel"
import {
  ListeningStore,
  MusicPages,
  NowPlayingStore,
  Period,
  type PlayedKind,
  PlayDetailsStore,
  playItems,
  rangeOfPeriod,
  trackKey,
  visibleListens,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ItemImages } from "../activity/itemImages.ts"
import { type Element, type Elements, holding } from "./element.ts"
import { badParameters, type LastfmError } from "./responses.ts"

/** A read: its parameters, and the URL of this API, which images begin with. */
export interface Asked {
  readonly parameters: URLSearchParams
  readonly base: string
}

const defaultSize = 50

const wholeIn = (
  parameters: URLSearchParams,
  name: string,
): Effect.Effect<number | undefined, LastfmError> => {
  const text = parameters.get(name) ?? ""
  if (text === "") return Effect.succeed(undefined)
  return /^\d{1,12}$/.test(text)
    ? Effect.succeed(Number(text))
    : Effect.fail(badParameters(`${name} must be a whole number`))
}

/** The requested page. A larger limit is served as the most. */
const pageIn = Effect.fnUntraced(function* (parameters: URLSearchParams, most: number) {
  const limit = (yield* wholeIn(parameters, "limit")) ?? defaultSize
  const page = (yield* wholeIn(parameters, "page")) ?? 1
  if (page < 1) return yield* Effect.fail(badParameters("page must be 1 or more"))
  const asked: PageRequest = { page, limit: Math.min(Math.max(limit, 1), most) }
  return asked
})

const isPeriod = Schema.is(Period)

const rangeIn = Effect.fnUntraced(function* (parameters: URLSearchParams) {
  const [from, to] = [yield* wholeIn(parameters, "from"), yield* wholeIn(parameters, "to")]
  const range: DateRange = {
    from: from === undefined ? undefined : storableInstant(from * 1_000),
    until: to === undefined ? undefined : storableInstant((to + 1) * 1_000),
  }
  return range
})

const attributesOf = (user: string, { limit, page }: PageRequest, total: number) => ({
  user,
  page: String(page),
  perPage: String(limit),
  totalPages: String(Math.ceil(total / limit)),
  total: String(total),
})

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** `23 Nov 2026, 02:40`, in UTC. */
const written = (at: number): string => {
  const iso = new Date(at).toISOString()
  return `${iso.slice(8, 10)} ${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}, ${iso.slice(11, 16)}`
}

const uts = (at: number): string => String(Math.floor(at / 1_000))

const dateOf = (at: number): Element => ({ attributes: { uts: uts(at) }, text: written(at) })

const sizes = ["small", "medium", "large", "extralarge"]

const userOf = (parameters: URLSearchParams): string => parameters.get("user") || "daybook"

const kinds = { artist: "artists", album: "albums", track: "tracks" } as const

/** The same image in every size; "" for none. */
const inEverySize = (text: string): ReadonlyArray<Element> =>
  sizes.map((size) => ({ attributes: { size }, text }))

/** The images of an item: our copies, in every size the same. */
const makeImages = Effect.fnUntraced(function* (base: string, urls: ReadonlyArray<string>) {
  const { copies } = yield* ItemImages
  const copyOf = yield* copies(urls.filter((url) => url !== ""))
  return (url: string): ReadonlyArray<Element> => {
    const copy = url === "" ? undefined : copyOf(url)
    return inEverySize(copy === undefined ? "" : new URL(copy, base).href)
  }
})

const artistOf = (pages: MusicPages["Service"], name: string): Element =>
  holding({ name, mbid: "", url: pages.artist(name) })

const recentTracks = Effect.fnUntraced(function* ({ base, parameters }: Asked) {
  const { lists } = yield* ListeningStore
  const playing = yield* NowPlayingStore
  const details = yield* PlayDetailsStore
  const pages = yield* MusicPages
  const page = yield* pageIn(parameters, 200)
  const { items, total } = yield* lists.plays({ range: yield* rangeIn(parameters) }, page)
  const plays = yield* visibleOf("listening", items, playItems)
  const isExtended = parameters.get("extended") === "1"
  const now = yield* visibleListens(Option.toArray(yield* playing.at(yield* Clock.currentTimeMillis)))
  const shown = [...now.map((listen) => ({ ...listen, playedAt: undefined })), ...plays]
  const imagesOf = yield* makeImages(
    base,
    shown.map(({ imageUrl }) => imageUrl),
  )
  const rated = isExtended ? yield* details.ratingsOf(shown) : []
  const loved = new Set(rated.flatMap((one) => (one.score === 1 ? [trackKey(one)] : [])))
  const track = shown.map((one): Element => {
    const { album, artist, imageUrl, playedAt, track: name } = one
    return holding(
      {
        name,
        artist: isExtended ? artistOf(pages, artist) : { attributes: { mbid: "" }, text: artist },
        ...(isExtended ? { loved: loved.has(trackKey(one)) ? "1" : "0" } : {}),
        streamable: "0",
        mbid: "",
        album: { attributes: { mbid: "" }, text: album },
        url: pages.track(artist, name),
        image: imagesOf(imageUrl),
        date: playedAt === undefined ? undefined : dateOf(playedAt),
      },
      playedAt === undefined ? { nowplaying: "true" } : undefined,
    )
  })
  return { recenttracks: holding({ track }, attributesOf(userOf(parameters), page, total)) }
})

const top = (kind: PlayedKind) =>
  Effect.fnUntraced(function* ({ base, parameters }: Asked) {
    const { lists } = yield* ListeningStore
    const pages = yield* MusicPages
    const zone = yield* DateTime.CurrentTimeZone
    const page = yield* pageIn(parameters, 1_000)
    const period = parameters.get("period") || "overall"
    if (!isPeriod(period))
      return yield* Effect.fail(badParameters(`period must be one of ${Period.literals.join(", ")}`))
    const range = rangeOfPeriod(period, yield* Clock.currentTimeMillis, zone)
    const { items: all, total } = yield* lists.played(kind, { range, sort: "plays", order: "desc" }, page)
    const items = yield* visibleOf("listening", all, ({ id }) => [{ type: kind, id }])
    const imagesOf = yield* makeImages(
      base,
      items.map(({ imageUrl }) => imageUrl),
    )
    const each = items.map(({ artist, imageUrl, lengthSeconds, name, plays }, at): Element =>
      holding(
        {
          name,
          ...(kind === "track" ? { duration: String(lengthSeconds) } : {}),
          playcount: String(plays),
          mbid: "",
          url: kind === "artist" ? pages.artist(name) : pages[kind](artist, name),
          streamable: "0",
          artist: kind === "artist" ? undefined : artistOf(pages, artist),
          image: imagesOf(imageUrl),
        },
        { rank: String((page.page - 1) * page.limit + at + 1) },
      ),
    )
    const attributes = attributesOf(userOf(parameters), page, total)
    return { [`top${kinds[kind]}`]: holding({ [kind]: each }, attributes) }
  })

const lovedTracks = Effect.fnUntraced(function* ({ parameters }: Asked) {
  const details = yield* PlayDetailsStore
  const pages = yield* MusicPages
  const page = yield* pageIn(parameters, 1_000)
  const { items: all, total } = yield* details.ratings(1, page)
  const items = yield* visibleListens(all)
  const track = items.map(({ artist, ratedAt, track: name }): Element =>
    holding({
      name,
      artist: artistOf(pages, artist),
      mbid: "",
      url: pages.track(artist, name),
      date: dateOf(ratedAt),
      streamable: "0",
      image: inEverySize(""),
    }),
  )
  return { lovedtracks: holding({ track }, attributesOf(userOf(parameters), page, total)) }
})

const info = Effect.fnUntraced(function* ({ parameters }: Asked) {
  const { lists } = yield* ListeningStore
  const name = userOf(parameters)
  const { albums, artists, plays, tracks } = yield* lists.stats(everything)
  const oldest: Page<{ readonly playedAt: number }> =
    plays === 0
      ? { items: [], total: 0 }
      : yield* lists.plays({ range: everything }, { page: plays, limit: 1 })
  const at = oldest.items[0]?.playedAt ?? 0
  return {
    user: holding({
      name,
      realname: "",
      url: "",
      country: "",
      age: "0",
      gender: "n",
      subscriber: "0",
      playcount: String(plays),
      artist_count: String(artists),
      track_count: String(tracks),
      album_count: String(albums),
      playlists: "0",
      bootstrap: "0",
      type: "user",
      registered: { attributes: { unixtime: uts(at) }, text: uts(at) },
      image: inEverySize(""),
    }),
  }
})

/** The services that reads need. */
export type ReadServices =
  | DateTime.CurrentTimeZone
  | ItemImages
  | ListeningStore
  | MusicPages
  | NowPlayingStore
  | PlayDetailsStore

/** The reads of Last.fm's protocol, by method: https://www.last.fm/api. Names of users are free: there is one. */
export const reads: Readonly<
  Record<string, (asked: Asked) => Effect.Effect<Elements, LastfmError, ReadServices>>
> = {
  "user.getrecenttracks": recentTracks,
  "user.getinfo": info,
  "user.gettopartists": top("artist"),
  "user.gettopalbums": top("album"),
  "user.gettoptracks": top("track"),
  "user.getlovedtracks": lovedTracks,
}
