import OAuth from "oauth-1.0a"
import * as Redacted from "effect/Redacted"

/** The application, and its token so far: one for the flow, then the account's. */
export interface Credentials {
  readonly consumerKey: string
  readonly consumerSecret: Redacted.Redacted
  readonly token?: { readonly key: string; readonly secret: string }
}

/**
 * The header of a request that is signed by OAuth 1.0a in plain text, as Discogs recommends over HTTPS
 * (https://www.discogs.com/developers#page:authentication,header:authentication-oauth-flow).
 */
export const authorizationOf = (
  { consumerKey, consumerSecret, token }: Credentials,
  more: Readonly<Record<string, string>> = {},
): Redacted.Redacted => {
  const oauth = new OAuth({
    consumer: { key: consumerKey, secret: Redacted.value(consumerSecret) },
    signature_method: "PLAINTEXT",
  })
  // A plain signature contains only the secrets, whatever the request.
  const parts = oauth.authorize({ url: "https://api.discogs.com", method: "GET", data: more }, token)
  return Redacted.make(oauth.toHeader(parts).Authorization)
}
