import * as Arbitrary from "effect/Arbitrary"
import { embyEpisode, jellyfinEpisode, plexEpisode } from "../../sources/test/mediaServer/samples.ts"
import { type Daybook, planted } from "../test/daybook.ts"
import { type Change, changes, type Json, pathsIn, writeChanged } from "./mutation.ts"
import { showsNothing } from "./rules.ts"
import { oneOf } from "./storm.ts"
import { jsonValues } from "./unfit.ts"

/** A media server: how it names a show, and how it sends what it has to say. */
interface MediaServer {
  readonly name: string
  readonly payload: (show: string, at: number) => Json
  readonly body: (payload: string) => string | FormData
}

const form = (name: string) => (payload: string) => {
  const body = new FormData()
  body.set(name, payload)
  return body
}

const servers: ReadonlyArray<MediaServer> = [
  {
    name: "plex",
    payload: (show, at) => ({
      ...plexEpisode,
      Metadata: {
        ...plexEpisode.Metadata,
        grandparentTitle: show,
        Guid: [],
        lastViewedAt: Math.floor(at / 1000),
      },
    }),
    body: form("payload"),
  },
  {
    name: "jellyfin",
    payload: (show, at) => ({
      ...jellyfinEpisode,
      SeriesName: show,
      Provider_imdb: "",
      Provider_tmdb: "",
      UtcTimestamp: new Date(at).toISOString(),
    }),
    body: (payload) => payload,
  },
  {
    name: "emby",
    payload: (show, at) => ({
      ...embyEpisode,
      Date: new Date(at).toISOString(),
      Item: { ...embyEpisode.Item, SeriesName: show, ProviderIds: {} },
    }),
    body: form("data"),
  },
]

/** A delivery with something malformed in it. */
export interface Delivery {
  readonly from: MediaServer
  readonly at: number
  readonly change: Change
}

export const deliveries: Arbitrary.Arbitrary<Delivery> = Arbitrary.all({
  from: oneOf(servers),
  at: oneOf(Array.from({ length: 40 }, (_, index) => index)),
  change: Arbitrary.all({ how: oneOf(changes), value: oneOf(jsonValues) }),
})

const post = async (server: Daybook, body: string | FormData) => {
  const response = await fetch(`${server.url}/v1/webhooks/media-server`, {
    method: "POST",
    headers: { "x-webhook-secret": planted.webhookSecret },
    body,
  })
  const text = await response.text()
  showsNothing({ status: response.status, headers: {}, body: text })
  return { status: response.status, text }
}

const began = Date.now() - 30 * 86_400_000

const rangeAround = (at: number) =>
  `from=${new Date(at - 1_000).toISOString()}&to=${new Date(at + 1_000).toISOString()}`

/** Delivers a malformed event, which is heard or refused, and then a good one, which is stored. */
export const deliver = async (server: Daybook, { at, change, from }: Delivery, n: number): Promise<void> => {
  // No two in one minute, so that the good one can be requested by its time.
  const then = Math.floor(began / 60_000) * 60_000 + n * 60_000
  const payload = from.payload(`Odd ${n}`, then)
  const paths = pathsIn(payload)
  const path = paths[at % paths.length] ?? []
  const malformed = writeChanged(payload, [{ path, change }])
  const heard = await post(server, from.body(malformed))
  if (heard.status !== 200 && heard.status !== 400) {
    throw new Error(`${from.name}: ${malformed.slice(0, 2_000)} gave ${heard.status} ${heard.text}`)
  }
  const show = `Heard of ${n}`
  const good = await post(server, from.body(JSON.stringify(from.payload(show, then))))
  const shows = await server.reader.get(`/v1/watching/watched-shows?limit=100&${rangeAround(then)}`)
  if (good.status !== 200 || !JSON.stringify(shows.body).includes(`"${show}"`)) {
    throw new Error(`${from.name}: after ${malformed.slice(0, 2_000)} a good one is not stored: ${good.text}`)
  }
}
