/** Collections of records, and releases, from Discogs. */
export * as Discogs from "./discogs/index.ts"
/** The plays in the files that other services export. */
/** The plays and runs in the files that others export. */
export * as Exports from "./exports/index.ts"
/** The music catalog of Apple's iTunes Search API. */
export * as Itunes from "./itunes/index.ts"
/** Scrobbles from Last.fm, and the addresses of its pages. */
export * as Lastfm from "./lastfm/index.ts"
/** Films owned, from Trakt. */
export * as Trakt from "./trakt/index.ts"
/** Runs from Strava. */
export * as Strava from "./strava/index.ts"
/** Seals the tokens that sources store. */
export { Sealing } from "./sealing.ts"
/** The base that every source here is built on, for sources of your own. */
export * as Upstream from "./upstream.ts"
