/** The services that know which events the owner attends, as one. */
export * as Attending from "./attending.ts"
/** Collections of records, and releases, from Discogs. */
export * as Discogs from "./discogs/index.ts"
/** Vectors of texts, from an endpoint that is compatible with OpenAI's. */
export * as Embeddings from "./embeddings/index.ts"
/** Games of American leagues and colleges, from ESPN. */
export * as Espn from "./espn/index.ts"
/** The files that other services export. */
export * as Exports from "./exports/index.ts"
/** Check-ins from Foursquare. */
export * as Foursquare from "./foursquare/index.ts"
/** A Google account: whether its link works, its calendar, and its emails with reservations. */
export * as Google from "./google/index.ts"
/** The text of HTML. */
export * as Html from "./html/index.ts"
/** Articles from Instapaper. */
export * as Instapaper from "./instapaper/index.ts"
/** The music catalog of Apple's iTunes Search API. */
export * as Itunes from "./itunes/index.ts"
/** Films, episodes and tracks that a Jellyfin server has played. */
export * as Jellyfin from "./jellyfin/index.ts"
/** Scrobbles from Last.fm, and the URLs of its pages. */
export * as Lastfm from "./lastfm/index.ts"
/** Films logged and reviewed at Letterboxd. */
export * as Letterboxd from "./letterboxd/index.ts"
/** Accounts linked in a browser. */
export * as Linking from "./linking/index.ts"
/** Plays from ListenBrainz. */
export * as ListenBrainz from "./listenbrainz/index.ts"
/** The services with plays, or with music metadata, as one. */
export * as Listening from "./listening.ts"
/** The webhooks of Plex, Jellyfin and Emby. */
export * as MediaServer from "./mediaServer/index.ts"
/** The games of Major League Baseball, from its Stats API. */
export * as Mlb from "./mlb/index.ts"
/** Films, episodes and tracks that a Plex Media Server has played. */
export * as Plex from "./plex/index.ts"
/** Articles from Readwise Reader. */
export * as Readwise from "./readwise/index.ts"
/** Seals the tokens that sources store. */
export { Sealing } from "./sealing.ts"
/** Joins services, as far as they are configured, into the sources of a domain. */
export * as Services from "./services.ts"
/** Attended concerts with their setlists, from setlist.fm. */
export * as Setlistfm from "./setlistfm/index.ts"
/** Plays from Spotify. */
export * as Spotify from "./spotify/index.ts"
/** Runs from Strava. */
export * as Strava from "./strava/index.ts"
/** Names, posters and numbers of episodes from The Movie Database. */
export * as Tmdb from "./tmdb/index.ts"
/** Films owned, and watches, from Trakt. */
export * as Trakt from "./trakt/index.ts"
/** The services that log watches, as one. */
export * as Watching from "./watching.ts"
/** Free posters of films and shows, by Wikidata at Wikimedia Commons. */
export * as Wikidata from "./wikidata/index.ts"
/** Plays sent on to services by their own protocols. */
export * as Relay from "./relay/index.ts"
/** The base of every source here, for custom sources. */
export * as Upstream from "./upstream.ts"
/** Reads the rows of a response one by one, so that a rejected row does not stop the others. */
export { decodeRows, idIn, type RejectedPageRow, type RowOptions, type RowsRead } from "./rows.ts"
