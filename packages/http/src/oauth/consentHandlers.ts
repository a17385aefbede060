import { type ApiKey, type KnownClient, OAuth, type OAuthError, receiverOf } from "@daybook/access"
import type { Domain } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Caller } from "../middleware/access/caller.ts"
import type { SessionSeal } from "../middleware/access/session.ts"
import { makePublicUrl } from "../middleware/publicUrl.ts"
import { splitTarget } from "../middleware/routing/splitTarget.ts"
import {
  againUrl,
  type ConsentRequest,
  goTo,
  isAskedAgain,
  openConsent,
  readAuthorization,
  redirectUriOf,
  type Return,
  returnUrl,
  sealConsent,
} from "./authorization.ts"
import { OAuthApi } from "./group.ts"
import { resourceOf } from "./metadata.ts"
import { makePages, type Pages } from "./pages.ts"
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
      const names = domains.flatMap(({ journal, name }) => (journal === undefined ? [] : [name]))

      /** The key that is signed in; none for anyone else. */
      const signedIn = Effect.map(Caller, ({ caller }) =>
        Option.filter(caller, (holder): holder is ApiKey => "scope" in holder),
      )

      const consentPage = Effect.fnUntraced(function* (
        pages: Pages,
        request: ConsentRequest,
        key: ApiKey,
        problem?: string,
      ) {
        const sealed = yield* sealConsent(seal, request, key.id, yield* Clock.currentTimeMillis)
        const offersWriting = assistantsWrite && request.writes
        return pages.consent(request, {
          sealed,
          domains: names,
          offersWriting,
          key,
          ...(problem === undefined ? {} : { problem }),
        })
      })

      /** The page for a request of a client, or the client's error. */
      const askAbout = Effect.fnUntraced(function* (
        pages: Pages,
        query: URLSearchParams,
        base: string,
        key: ApiKey,
        client: KnownClient,
      ) {
        const redirectUri = yield* redirectUriOf(query, client)
        const state = query.get("state")
        const back: Return = { redirectUri, ...(state === null ? {} : { state }) }
        return yield* readAuthorization(query, resourceOf(base)).pipe(
          Effect.flatMap((asked) =>
            consentPage(
              pages,
              {
                client: { id: client.id, name: client.name, redirectUris: client.redirectUris },
                ...back,
                ...asked,
              },
              key,
            ),
          ),
          Effect.catch(({ code, message }) =>
            Effect.succeed(goTo(returnUrl(back, base, { error: code, error_description: message }))),
          ),
        )
      })

      const ask = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
        const { query: sent } = splitTarget(request.url)
        const query = new URLSearchParams(sent)
        const base = baseOf(request)
        const pages = yield* pagesFor(request)
        const key = Option.getOrUndefined(yield* signedIn)
        if (key === undefined) {
          return isAskedAgain(query) ? pages.signIn(sent) : pages.comeAgain(againUrl(base, sent))
        }
        if (key.scope !== "admin") return pages.signIn(sent, pages.texts.onlyAdmin)
        return yield* Effect.flatMap(oauth.client(query.get("client_id") ?? ""), (client) =>
          askAbout(pages, query, base, key, client),
        ).pipe(Effect.catch(({ message }: OAuthError) => Effect.succeed(pages.refused(message))))
      })

      const allow = Effect.fnUntraced(function* (
        pages: Pages,
        asked: ConsentRequest,
        form: URLSearchParams,
        key: ApiKey,
      ) {
        const chosen = names.filter((name) => form.getAll("domain").includes(name))
        const readsAll = form.get("read") === "all"
        if (!readsAll && chosen.length === 0)
          return yield* Effect.flip(consentPage(pages, asked, key, pages.texts.choose))
        const code = yield* oauth.approve({
          client: asked.client,
          host: receiverOf(asked.redirectUri),
          redirectUri: asked.redirectUri,
          challenge: asked.challenge,
          domains: readsAll ? undefined : chosen,
          writes: assistantsWrite && asked.writes && form.get("write") === "on",
        })
        return { code: Redacted.value(code) }
      })

      const decide = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
        const key = Option.getOrUndefined(yield* signedIn)
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

      return handlers
        .handleRaw("ask", ({ request }) => ask(request))
        .handleRaw("decide", ({ request }) => orRefused(request, decide(request)))
        .handleRaw("signIn", ({ request }) => orRefused(request, signIn(request)))

      function orRefused<E extends { readonly error: string }>(
        request: HttpServerRequest.HttpServerRequest,
        work: Effect.Effect<HttpServerResponse.HttpServerResponse, E>,
      ) {
        return Effect.catch(work, ({ error }) =>
          Effect.map(pagesFor(request), (pages) => pages.refused(error)),
        )
      }
    }),
  )
