import { OAuth, type OAuthError } from "@daybook/access"
import type { Domain } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Caller } from "../middleware/access/caller.ts"
import { isKey } from "../middleware/access/credential.ts"
import type { SessionSeal } from "../middleware/access/session.ts"
import { makePublicUrl } from "../middleware/publicUrl.ts"
import { splitTarget } from "../middleware/routing/splitTarget.ts"
import { againUrl, goTo, isAskedAgain, openConsent, returnUrl } from "./authorization.ts"
import { makeConsent } from "./consent.ts"
import { OAuthApi } from "./group.ts"
import { makePages } from "./pages.ts"
import { readParameters } from "./requests.ts"
import { makeSignIn } from "./signIn.ts"

/** The pages on which the owner signs in and decides. */
export const layer = (
  seal: SessionSeal,
  { assistantsWrite = false }: { readonly assistantsWrite?: boolean },
  domains: ReadonlyArray<Domain>,
) =>
  HttpApiBuilder.group(
    OAuthApi,
    "consent",
    Effect.fn(function* (handlers) {
      const oauth = yield* OAuth
      const baseOf = yield* makePublicUrl
      const pagesFor = yield* makePages
      const signIn = yield* makeSignIn(seal, pagesFor)
      const { allow, askAbout } = yield* makeConsent(seal, {
        assistantsWrite,
        domains: domains.flatMap(({ journal, name }) => (journal === undefined ? [] : [name])),
      })

      /** The key that is signed in; undefined for anyone else. */
      const signedIn = Effect.map(Caller, ({ caller }) => Option.getOrUndefined(Option.filter(caller, isKey)))

      const ask = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
        const { query: sent } = splitTarget(request.url)
        const query = new URLSearchParams(sent)
        const base = baseOf(request)
        const pages = yield* pagesFor(request)
        const key = yield* signedIn
        if (key === undefined) {
          return isAskedAgain(query) ? pages.signIn(sent) : pages.comeAgain(againUrl(base, sent))
        }
        if (key.scope !== "admin") return pages.signIn(sent, pages.texts.onlyAdmin)
        return yield* Effect.flatMap(oauth.client(query.get("client_id") ?? ""), (client) =>
          askAbout(pages, query, base, key, client),
        ).pipe(Effect.catch(({ message }: OAuthError) => Effect.succeed(pages.refused(message))))
      })

      const decide = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
        const key = yield* signedIn
        const pages = yield* pagesFor(request)
        // The gate looks at a cookie only if a page of this server sends the request.
        if (key?.scope !== "admin") return pages.refused(pages.texts.signedOut)
        const form = yield* readParameters(request)
        const now = yield* Clock.currentTimeMillis
        const asked = Option.getOrUndefined(yield* openConsent(seal, form.get("request") ?? "", key.id, now))
        if (asked === undefined) return pages.refused(pages.texts.expired)
        const base = baseOf(request)
        if (form.get("decision") !== "allow") {
          return goTo(
            returnUrl(asked, base, { error: "access_denied", error_description: "The owner refused" }),
          )
        }
        return yield* Effect.match(allow(pages, asked, form, key), {
          onFailure: (page) => page,
          onSuccess: (answer) => goTo(returnUrl(asked, base, answer)),
        })
      })

      const orRefused = <E extends { readonly error: string }>(
        request: HttpServerRequest.HttpServerRequest,
        work: Effect.Effect<HttpServerResponse.HttpServerResponse, E>,
      ) => Effect.catch(work, ({ error }) => Effect.map(pagesFor(request), (pages) => pages.refused(error)))

      return handlers
        .handleRaw("ask", ({ request }) => ask(request))
        .handleRaw("decide", ({ request }) => orRefused(request, decide(request)))
        .handleRaw("signIn", ({ request }) => orRefused(request, signIn(request)))
    }),
  )
