import { type ApiKey, type KnownClient, OAuth, receiverOf } from "@daybook/access"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { SessionSeal } from "../middleware/access/session.ts"
import {
  type ConsentRequest,
  goTo,
  readAuthorization,
  redirectUriOf,
  type Return,
  returnUrl,
  sealConsent,
} from "./authorization.ts"
import { resourceOf } from "./metadata.ts"
import type { Pages } from "./pages.ts"

/** What the owner can grant: domains to read, and to write if assistants may write here. */
export interface Grantable {
  readonly domains: ReadonlyArray<string>
  readonly assistantsWrite: boolean
}

/** Asks the owner about clients, and grants what they choose. */
export const makeConsent = Effect.fnUntraced(function* (
  seal: SessionSeal,
  { assistantsWrite, domains }: Grantable,
) {
  const oauth = yield* OAuth

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
      domains,
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

  /** The code of what the form grants; fails with the page if it grants nothing. */
  const allow = Effect.fnUntraced(function* (
    pages: Pages,
    asked: ConsentRequest,
    form: URLSearchParams,
    key: ApiKey,
  ) {
    const chosen = domains.filter((name) => form.getAll("domain").includes(name))
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

  return { askAbout, allow }
})
