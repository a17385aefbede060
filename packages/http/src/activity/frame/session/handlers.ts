import { type ApiKey, isBrowserKey, Keys, SignInLinks } from "@daybook/access"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { bearerKey } from "../../../middleware/access/bearerKey.ts"
import { Caller } from "../../../middleware/access/caller.ts"
import { isKey } from "../../../middleware/access/credential.ts"
import { refusalOf } from "../../../middleware/access/keyRequired.ts"
import { makePublicUrl } from "../../../middleware/publicUrl.ts"
import {
  keyOfSession,
  sealSession,
  type SessionSeal,
  sessionCookie,
  sessionCookieOptions,
  sessionMillis,
} from "../../../middleware/access/session.ts"
import { tooManyRequests, unauthorized } from "../../forRoutes.ts"
import { AdminSettings } from "../settings/adminSettings.ts"
import { SessionApi, SessionForm } from "./group.ts"

const nobody = HttpServerResponse.empty({ status: 204, headers: { "cache-control": "no-store" } })

/** Signs browsers in by keys and links: the session is a key, sealed in a cookie that no script can read. */
export const layer = (seal: SessionSeal) =>
  HttpApiBuilder.group(
    SessionApi,
    "session",
    Effect.fn(function* (handlers) {
      const baseOf = yield* makePublicUrl
      const keys = yield* Keys
      const links = yield* SignInLinks
      const settings = yield* AdminSettings
      const timeZone = DateTime.zoneToString(yield* DateTime.CurrentTimeZone)

      /** The record of the shown key, or of the session's. */
      const signedIn = Effect.gen(function* () {
        const state = yield* Caller
        const refusal = refusalOf(state, true)
        if (refusal !== undefined) return yield* Effect.fail(refusal)
        return yield* Effect.fromOption(Option.filter(state.caller, isKey), () => unauthorized)
      })

      const shown = ({ expiresAt, name, scope }: ApiKey) =>
        Effect.map(settings.preferences, (preferences) =>
          HttpServerResponse.jsonUnsafe(SessionForm.of({ name, scope, expiresAt, timeZone, preferences }), {
            headers: { "cache-control": "no-store" },
          }),
        )

      const withSession = Effect.fnUntraced(function* (record: ApiKey, key: string) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const sealed = yield* sealSession(seal, key, yield* Clock.currentTimeMillis)
        return HttpServerResponse.setCookieUnsafe(yield* shown(record), sessionCookie, sealed, {
          ...sessionCookieOptions(baseOf(request)),
          maxAge: sessionMillis,
        })
      })

      return handlers.handleAll({
        begin: Effect.fnUntraced(function* () {
          const record = yield* signedIn
          const key = bearerKey(yield* HttpServerRequest.HttpServerRequest)
          return key === undefined ? yield* Effect.fail(unauthorized) : yield* withSession(record, key)
        }),

        // Only what is posted is spent: a program that fetches the address to preview it leaves the link as it is.
        beginByLink: Effect.fnUntraced(function* ({ payload: { token } }) {
          const { allowance } = yield* Caller
          if (!allowance.allowed) return yield* Effect.fail(tooManyRequests)
          const made = yield* Effect.fromOption(yield* links.spend(token), () => unauthorized)
          return yield* withSession(made.record, Redacted.value(made.key))
        }),

        // A browser that comes back stays signed in.
        show: Effect.fnUntraced(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          if (bearerKey(request) !== undefined) return yield* shown(yield* signedIn)
          // Not signed in yet, which is not an error: a browser would write one to its console.
          if (request.cookies[sessionCookie] === undefined) return nobody
          // Neither is anybody whose session is over.
          const record = yield* Effect.catch(signedIn, (refusal) =>
            refusal.status === 401 ? Effect.succeed(undefined) : Effect.fail(refusal),
          )
          if (record === undefined) return nobody
          const key = yield* keyOfSession(seal, request.cookies[sessionCookie] ?? "")
          return yield* Option.isNone(key) ? shown(record) : withSession(record, key.value)
        }),

        end: Effect.fnUntraced(function* () {
          const request = yield* HttpServerRequest.HttpServerRequest
          const { caller } = yield* Caller
          const key = yield* keyOfSession(seal, request.cookies[sessionCookie] ?? "")
          // The key of a browser that was signed in by a link is of no use to anybody else.
          if (Option.isSome(key) && isBrowserKey(key.value) && Option.isSome(caller) && isKey(caller.value))
            yield* keys.revoke(caller.value.id)
          return HttpServerResponse.empty({ status: 204 }).pipe(
            HttpServerResponse.expireCookieUnsafe(sessionCookie, sessionCookieOptions(baseOf(request))),
          )
        }),
      })
    }),
  )
