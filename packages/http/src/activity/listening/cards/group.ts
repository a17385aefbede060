import { Card, cardQuery } from "../../../cards/document.ts"
import { Endpoint, keyedGroup } from "../../forRoutes.ts"
import { periodQuery } from "../wire.ts"

export class ListeningCardsGroup extends keyedGroup(
  "listeningCards",
  "Cards of listening",
  Endpoint.get("nowPlaying", "/v1/cards/now-playing.svg", {
    query: cardQuery,
    success: Card,
    summary: "Now playing as an image",
    description: "480 by 120 pixels, SVG, with the cover in it.",
  }),
  Endpoint.get("topAlbums", "/v1/cards/top-albums.svg", {
    query: { ...cardQuery, ...periodQuery },
    success: Card,
    summary: "Top albums as an image",
    description: "The five most played albums of a period. 480 pixels wide, SVG, with embedded covers.",
  }),
) {}
