import * as Schema from "effect/Schema"

const Sparkline = Schema.Struct({
  granularity: Schema.String,
  points: Schema.Array(Schema.Struct({ start: Schema.String, count: Schema.Int })),
})

const readTop = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        detail: Schema.String,
        playcount: Schema.Int,
        sparkline: Schema.optionalKey(Sparkline),
      }),
    ),
  }),
)

const readRuns = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Array(
      Schema.Struct({ domain: Schema.String, status: Schema.String, items_synced: Schema.Int }),
    ),
  }),
)

const readKey = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.Int, key: Schema.String }))

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Calls a server over HTTP with one key, or with none. */
export class Client {
  readonly url: string
  readonly #key: string | undefined

  constructor(url: string, key: string | undefined) {
    this.url = url
    this.#key = key
  }

  /** Sends a request: a retry if its idempotency key was sent before. */
  async ask(method: string, path: string, payload?: object, retry?: string): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` }),
        ...(retry === undefined ? {} : { "idempotency-key": retry }),
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
    })
    const text = await response.text()
    const body: unknown = text === "" ? undefined : JSON.parse(text)
    return { status: response.status, headers: response.headers, body }
  }

  get(path: string): Promise<Answer> {
    return this.ask("GET", path)
  }

  /** Starts a sync and returns its response; undefined when the server dies first. */
  sync(domain = "listening"): Promise<Answer | undefined> {
    return this.ask("POST", `/v1/admin/sync/${domain}`).catch(() => undefined)
  }

  async topAlbums(query: string) {
    return readTop((await this.get(`/v1/listening/top/albums?${query}`)).body).data
  }

  /** How many plays each album has, by `artist / album`. */
  async playsByAlbum(): Promise<Record<string, number>> {
    const albums = await this.topAlbums("period=overall&limit=100")
    return Object.fromEntries(albums.map(({ detail, name, playcount }) => [`${detail} / ${name}`, playcount]))
  }

  /** The syncs on record, newest first. */
  async runs() {
    return readRuns((await this.get("/v1/admin/sync?limit=100")).body).data
  }

  async makeKey(request: object) {
    return readKey((await this.ask("POST", "/v1/admin/keys", request)).body)
  }
}
