import { lastfm } from "./lastfm.ts"
import { listenBrainz } from "./listenbrainz.ts"

export { RelayedPlay, type Relay, type RelayResponse, type SignIn } from "./play.ts"

/** The services that plays are sent on to, by the form of the webhook that does. */
export const relays = { lastfm, listenbrainz: listenBrainz } as const
