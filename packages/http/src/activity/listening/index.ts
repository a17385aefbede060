import { listening } from "@daybook/listening"
import * as Layer from "effect/Layer"
import * as CatalogHandlers from "./catalog/handlers.ts"
import * as CardsHandlers from "./cards/handlers.ts"
import * as DoublesHandlers from "./duplicates/handlers.ts"
import * as FiltersHandlers from "./filters/handlers.ts"
import * as Handlers from "./handlers.ts"
import { liveNowPlaying } from "./nowPlaying.ts"
import { ListenBrainzApi } from "../../listenbrainz/api.ts"
import * as ListenBrainz from "../../listenbrainz/handlers.ts"
import { protocol as listenBrainz } from "../../listenbrainz/protocol.ts"
import { LastfmApi } from "../../lastfm/api.ts"
import * as Lastfm from "../../lastfm/handlers.ts"
import { protocol as lastfm } from "../../lastfm/protocol.ts"
import { AudioscrobblerApi } from "../../audioscrobbler/api.ts"
import * as Audioscrobbler from "../../audioscrobbler/handlers.ts"
import { protocol as audioscrobbler } from "../../audioscrobbler/protocol.ts"
import { domainRoutes } from "../forRoutes.ts"
import { listeningDefinition } from "./definition.ts"
import { listeningCounts } from "./counts.ts"
import { listeningTools } from "./tools.ts"
import { listeningYearPart } from "./yearPart.ts"

/**
 * The routes of listening: its data, its filters, its duplicates, the enrichment from the music catalog, and the
 * protocols with which players submit plays.
 */
export const listeningRoutes = domainRoutes({
  ...listeningDefinition,
  domain: listening,
  counts: listeningCounts,
  tools: listeningTools,
  reviewTypes: { topArtists: "artist", topAlbums: "album", topTracks: "track", discoveries: "artist" },
  yearPart: listeningYearPart,
  handlers: Layer.mergeAll(
    Handlers.layer,
    FiltersHandlers.layer,
    DoublesHandlers.layer,
    CatalogHandlers.layer,
    CardsHandlers.layer,
    ListenBrainz.layer,
    Lastfm.layer,
    Audioscrobbler.layer,
  ),
  protocols: [
    { protocol: listenBrainz, api: ListenBrainzApi },
    { protocol: lastfm, api: LastfmApi },
    { protocol: audioscrobbler, api: AudioscrobblerApi },
  ],
  live: [liveNowPlaying],
})
