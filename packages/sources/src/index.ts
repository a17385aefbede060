/** Games of American leagues and colleges, from ESPN. */
export * as Espn from "./espn/index.ts"
/** The plays in the files that other services export. */
export * as Exports from "./exports/index.ts"
/** An account at Google: its calendar, and its mails with reservations. */
export * as Google from "./google/index.ts"
/** The music catalog of Apple's iTunes Search API. */
export * as Itunes from "./itunes/index.ts"
/** Scrobbles from Last.fm, and the addresses of its pages. */
export * as Lastfm from "./lastfm/index.ts"
/** The games of Major League Baseball, from its Stats API. */
export * as Mlb from "./mlb/index.ts"
/** The base that every source here is built on, for sources of your own. */
export * as Upstream from "./upstream.ts"
