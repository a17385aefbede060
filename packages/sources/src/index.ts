/** Vectors of texts, from an endpoint that is compatible with OpenAI's. */
export * as Embeddings from "./embeddings/index.ts"
/** The plays in the files that other services export. */
export * as Exports from "./exports/index.ts"
/** Articles from Instapaper. */
export * as Instapaper from "./instapaper/index.ts"
/** The music catalog of Apple's iTunes Search API. */
export * as Itunes from "./itunes/index.ts"
/** The text of HTML. */
export * as Html from "./html/plainText.ts"
/** Scrobbles from Last.fm, and the addresses of its pages. */
export * as Lastfm from "./lastfm/index.ts"
/** Articles from Readwise Reader. */
export * as Readwise from "./readwise/index.ts"
/** The base that every source here is built on, for sources of your own. */
export * as Upstream from "./upstream.ts"
