import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { contentType } from "./document.ts"

/**
 * A card as it is sent. Proxies of pictures, such as GitHub's, ask again each time: `no-cache` has them do so, and the answer is
 * 304 where nothing has changed. Opened by itself it may run and fetch nothing.
 */
export const cardAnswer = (svg: string) =>
  HttpServerResponse.text(svg, {
    contentType,
    headers: {
      "cache-control": "no-cache, max-age=0",
      vary: "Authorization",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
      // Pictures are meant for pages of other origins.
      "cross-origin-resource-policy": "cross-origin",
    },
  })
