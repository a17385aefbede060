/** The plays in the files that other services export. */
export * as Exports from "./exports/index.ts"
/** Check-ins from Foursquare. */
export * as Foursquare from "./foursquare/index.ts"
/** The account at Google: whether its link works. */
export * as Google from "./google/index.ts"
/** The music catalog of Apple's iTunes Search API. */
export * as Itunes from "./itunes/index.ts"
/** Scrobbles from Last.fm, and the addresses of its pages. */
export * as Lastfm from "./lastfm/index.ts"
/** The base that every source here is built on, for sources of your own. */
export * as Upstream from "./upstream.ts"
