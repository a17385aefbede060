import { Keys } from "@daybook/access"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Caller } from "../middleware/access/caller.ts"
import {
  isOwnRequest,
  sealSession,
  type SessionSeal,
  sessionCookie,
  sessionCookieOptions,
  sessionMillis,
} from "../middleware/access/session.ts"
import { makePublicUrl } from "../middleware/publicUrl.ts"
import { againUrl, goTo } from "./authorization.ts"
import type { makePages } from "./pages.ts"
import { readParameters } from "./requests.ts"

/** Signs the owner in by an admin key, and returns to the request of the client. */
export const makeSignIn = Effect.fnUntraced(function* (
  seal: SessionSeal,
  pagesFor: Effect.Success<typeof makePages>,
) {
  const keys = yield* Keys
  const baseOf = yield* makePublicUrl
  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const base = baseOf(request)
    const pages = yield* pagesFor(request)
    const { allowance, versions } = yield* Caller
    const form = yield* readParameters(request)
    const query = form.get("query") ?? ""
    if (!allowance.allowed) return pages.signIn(query, pages.texts.tooMany)
    if (!isOwnRequest(request, () => new URL(base).host)) return pages.signIn(query, pages.texts.ownForm)
    const text = (form.get("key") ?? "").trim()
    const key = Option.getOrUndefined(yield* keys.authenticate(text, versions.get("access") ?? Number.NaN))
    if (key?.scope !== "admin") return pages.signIn(query, pages.texts.wrongKey)
    const sealed = yield* sealSession(seal, text, yield* Clock.currentTimeMillis)
    return HttpServerResponse.setCookieUnsafe(goTo(againUrl(base, query)), sessionCookie, sealed, {
      ...sessionCookieOptions(base),
      maxAge: sessionMillis,
    })
  })
})
