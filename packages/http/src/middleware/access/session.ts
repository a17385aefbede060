import type { EpochMillis } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"

/** Seals the keys of sessions into cookies. Only who sealed a text opens it. */
export interface SessionSeal {
  readonly seal: (text: string) => Effect.Effect<string>
  /** None for a text that was not sealed here, or was changed since. */
  readonly open: (sealed: string) => Effect.Effect<Option.Option<string>>
}

/** The cookie that signs a browser in. */
export const sessionCookie = "daybook_session"

/** Milliseconds after which a browser that has not come back needs a key again. */
export const sessionMillis = 90 * 86_400_000

/** The key of a session, for its cookie. */
export const sealSession = (seal: SessionSeal, key: string, now: EpochMillis) =>
  seal.seal(`${now + sessionMillis} ${key}`)

/** The attributes of the cookie, for the address at which the browser reaches this server. */
export const sessionCookieOptions = (base: string) =>
  ({
    httpOnly: true,
    sameSite: "strict",
    secure: base.startsWith("https:"),
    path: new URL(base).pathname,
  }) as const

/** The key in a cookie; none if it is not ours, or has expired. */
export const keyOfSession = (seal: SessionSeal, sealed: string): Effect.Effect<Option.Option<string>> =>
  Effect.map(Effect.zip(seal.open(sealed), Clock.currentTimeMillis), ([opened, now]) =>
    Option.flatMap(opened, (text) => {
      const space = text.indexOf(" ")
      return Number(text.slice(0, space)) > now ? Option.some(text.slice(space + 1)) : Option.none()
    }),
  )

const isRead = (method: string) => method === "GET" || method === "HEAD"

/** The paths that a page calls. Players, trackers and assistants show their keys themselves. */
const ofPage = /^\/(v1|link|oauth|session)(\/|\?|$)/

/**
 * True for a request of a page of this server, with `host` as it is reached. A browser says where a request comes from,
 * `Sec-Fetch-Site` over TLS and `Origin` with every write: no other site writes with the owner's cookie, not even one
 * that a browser takes for the same site (another port of the host, another name of the domain).
 */
export const isOwnRequest = (
  { headers, method }: HttpServerRequest.HttpServerRequest,
  hostOf: () => string,
): boolean => {
  const site = headers["sec-fetch-site"]
  const origin = headers["origin"]
  return site === undefined
    ? origin === undefined
      ? isRead(method)
      : URL.canParse(origin) && new URL(origin).host === hostOf()
    : site === "same-origin" || (site === "none" && isRead(method))
}

/** True for a request that shows a session, whether or not it has expired. */
export const hasSession = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  headers["cookie"]?.includes(`${sessionCookie}=`) === true

/** The sealed session of a request that a page of this server sends, with `host` as it is reached. */
export const sessionOf = (
  request: HttpServerRequest.HttpServerRequest,
  hostOf: () => string,
): string | undefined => {
  if (!hasSession(request) || !ofPage.test(request.url)) return undefined
  return isOwnRequest(request, hostOf) ? request.cookies[sessionCookie] : undefined
}
