import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Request from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import OAuth from "oauth-1.0a"
import { createHmac } from "node:crypto"

/** The application's key and the account's token, each with its secret. */
export interface Credentials {
  readonly consumerKey: string
  readonly consumerSecret: Redacted.Redacted<string>
  readonly token: Redacted.Redacted<string>
  readonly tokenSecret: Redacted.Redacted<string>
}

const formOf = ({ body }: HttpClientRequest.HttpClientRequest): Record<string, string> =>
  body._tag === "Uint8Array"
    ? Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body.body)))
    : {}

/**
 * Signs requests by OAuth 1.0a with HMAC-SHA1 (RFC 5849), including their form, with oauth-1.0a, a small library
 * without dependencies. Each attempt of a call is signed again, since a service may accept a nonce only once.
 */
export const signer = ({ consumerKey, consumerSecret, token, tokenSecret }: Credentials) => {
  const oauth = new OAuth({
    consumer: { key: consumerKey, secret: Redacted.value(consumerSecret) },
    signature_method: "HMAC-SHA1",
    hash_function: (text, key) => createHmac("sha1", key).update(text).digest("base64"),
  })
  return (request: HttpClientRequest.HttpClientRequest): HttpClientRequest.HttpClientRequest => {
    const { Authorization } = oauth.toHeader(
      oauth.authorize(
        { url: request.url, method: request.method, data: formOf(request) },
        { key: Redacted.value(token), secret: Redacted.value(tokenSecret) },
      ),
    )
    return Request.setHeader(request, "authorization", Authorization)
  }
}
