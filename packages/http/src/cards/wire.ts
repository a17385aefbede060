import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { contentType } from "./document.ts"

const headers = {
  "cache-control": "no-cache, max-age=0",
  vary: "Authorization, Accept-Language",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  // Cards are meant for pages of other origins.
  "cross-origin-resource-policy": "cross-origin",
}

/**
 * A card as it is sent. Image proxies, such as GitHub's, then revalidate each time because of `no-cache`, and get a
 * 304 if nothing has changed. Opened on its own it may not run or fetch anything.
 */
export const cardAnswer = (svg: string) => HttpServerResponse.text(svg, { contentType, headers })

/** A card as PNG, as it is sent. */
export const pngAnswer = (png: Uint8Array) =>
  HttpServerResponse.uint8Array(png, { contentType: "image/png", headers })
