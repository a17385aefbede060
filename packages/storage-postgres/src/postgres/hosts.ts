/**
 * The hosts of a URL, in their order, each as a URL. A URL may list several, as libpq's do
 * (`postgres://user@a:5432,b:5433/name`). Undefined for a text that is not a URL.
 */
export const hostsIn = (address: string): ReadonlyArray<URL> | undefined => {
  const [, before = "", list = "", after = ""] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s.exec(address) ?? []
  if (before === "") return undefined
  const each = list.split(",").map((host) => `${before}${host}${after}`)
  return each.every((one) => URL.canParse(one)) ? each.map((one) => new URL(one)) : undefined
}

const placeOf = (url: URL) => {
  const named = decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, "$1")
  const host = url.searchParams.get("host") ?? (named || "localhost")
  const port = Number(url.searchParams.get("port") ?? (url.port || 5432))
  return host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
}

/** A place where PostgreSQL listens: a host and a port, or the path of a socket. */
export type Place = ReturnType<typeof placeOf>

/** The places of one database. One of them takes writes; which one may change while we run. */
export class Hosts {
  readonly #places: ReadonlyArray<Place>
  #current = 0

  constructor(urls: ReadonlyArray<URL>) {
    this.#places = urls.map(placeOf)
  }

  get areMany(): boolean {
    return this.#places.length > 1
  }

  /** The place to connect to now. */
  get place(): Place {
    const place = this.#places[this.#current]
    if (place === undefined) throw new Error("a URL has a host")
    return place
  }

  /** Turns to the next place after this one has failed; does nothing where another failure has turned already. */
  turnFrom(place: Place): void {
    if (place === this.place) this.#current = (this.#current + 1) % this.#places.length
  }
}
