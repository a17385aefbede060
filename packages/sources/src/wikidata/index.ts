import { type WebUrl, webUrl } from "@daybook/kernel"
import { type FreePosters, Posters, type Posterless, type TitleId } from "@daybook/watching"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { decodeRows } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

/** The properties of an item that hold its ids: https://www.wikidata.org/wiki/Property:P345, P4947 and P4983. */
const imdbProperty = "P345"
const tmdbProperties = { film: "P4947", show: "P4983" } as const

/** The property of a film's poster at Commons, which has free files only. */
const posterProperty = "P3383"

// As wide as those of the film database.
const posterWidth = 500

/** The ids of a title as the query has them. Anything else in an id would be a part of the query. */
const idsOf = ({ ids: { imdb, tmdb }, kind }: Posterless): ReadonlyArray<string> => [
  ...(imdb !== undefined && /^tt\d+$/.test(imdb) ? [`${imdbProperty} ${imdb}`] : []),
  ...(tmdb === undefined ? [] : [`${tmdbProperties[kind]} ${tmdb}`]),
]

/** The query for the posters of items with these ids: https://www.mediawiki.org/wiki/Wikidata_Query_Service/User_Manual */
const queryOf = (ids: ReadonlyArray<string>): string => {
  const values = ids.map((one) => one.replace(/^(\S+) (.+)$/, '(wdt:$1 "$2")')).join(" ")
  return `SELECT ?property ?id ?poster WHERE {
  VALUES (?property ?id) { ${values} }
  ?item ?property ?id ; wdt:${posterProperty} ?poster .
}`
}

const Answer = Schema.Struct({ results: Schema.Struct({ bindings: Schema.Array(Schema.Unknown) }) })

const Value = Schema.Struct({ value: Schema.String })
const Row = Schema.Struct({ property: Value, id: Value, poster: Value })

const nameOfProperty = (uri: string) => uri.slice(uri.lastIndexOf("/") + 1)

/** The posters of films and shows that Wikidata knows a free file of. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<FreePosters, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "wikidata",
    // A minute of a client's queries may take 60 seconds in all.
    ...Upstream.at(settings, config.url, "2 seconds"),
    title: "Wikidata",
    timeout: "60 seconds",
    retries: 1,
  })
  const files = config.files ?? new URL(settings.table.files.default)

  /** The URL of a file in a width, by the URL that a query returns for it. */
  const fileOf = (uri: string): WebUrl => {
    const name = /\/Special:FilePath\/([^/?#]+)$/.exec(uri)?.[1]
    return name === undefined
      ? ""
      : webUrl(`${files.href.replace(/\/$/, "")}/wiki/Special:FilePath/${name}?width=${posterWidth}`)
  }

  return Effect.fn("Wikidata.posters")(function* (titles: ReadonlyArray<Posterless>) {
    const ids = [...new Set(titles.flatMap(idsOf))]
    if (ids.length === 0) return new Map<TitleId, WebUrl>()
    const request = HttpClientRequest.get("", { urlParams: { query: queryOf(ids), format: "json" } })
    const { results } = yield* upstream.ask(request, upstream.json(Answer))
    const { good } = yield* decodeRows("wikidata", Row, results.bindings)
    const found = new Map<string, WebUrl>()
    for (const { id, poster, property } of good) {
      const key = `${nameOfProperty(property.value)} ${id.value}`
      if (!found.has(key)) found.set(key, fileOf(poster.value))
    }
    return new Map(
      titles.flatMap((title) => {
        const url = idsOf(title).flatMap((id) => found.get(id) || [])[0]
        return url === undefined ? [] : [[title.id, url] as const]
      }),
    )
  })
})

/** Wikidata as the source of posters; if it is not configured, none. */
export const layer = (config: Config | undefined): Layer.Layer<never, never, HttpClient> =>
  config === undefined
    ? Layer.empty
    : Layer.effect(
        Posters,
        Effect.map(make(config), (find) => ({ find })),
      )
