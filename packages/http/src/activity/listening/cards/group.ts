import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Card, cardQuery } from "../../../cards/document.ts"
import { Endpoint, InvalidRequest, KeyRequired } from "../../forRoutes.ts"
import { periodQuery } from "../wire.ts"

export class ListeningCardsGroup extends HttpApiGroup.make("listeningCards")
  .add(
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
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Cards of listening" })) {}
