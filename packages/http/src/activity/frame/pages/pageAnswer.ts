import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { pageStyle } from "./pageStyle.ts"
import { styleHash } from "../../../page/styleHash.ts"

/**
 * Responds with a page for strangers. It shows names that sources gave: no script, no frame, nothing from elsewhere, and no
 * style but its own. Its address is a secret, so no link passes it on.
 */
export const pageAnswer = Effect.map(styleHash(pageStyle), (hash) => {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")
  return (html: string, { index, status }: { readonly index: boolean; readonly status: number }) =>
    HttpServerResponse.text(html, {
      status,
      contentType: "text/html; charset=utf-8",
      headers: {
        "cache-control": "no-cache",
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        vary: "Accept-Language",
        ...(index ? {} : { "x-robots-tag": "noindex, nofollow" }),
      },
    })
})
