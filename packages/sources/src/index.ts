/** Scrobbles from Last.fm, and the addresses of its pages. */
export * as Lastfm from "./lastfm/index.ts"
/** The base that every source here is built on, for sources of your own. */
export * as Upstream from "./upstream.ts"
