import { type ApiKey, isDocumentUrl, isLocal, receiverOf } from "@daybook/access"
import * as Effect from "effect/Effect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { makePlainPages } from "../page/plainPage.ts"
import { escaped } from "../wire/xml.ts"
import { makeLanguageOf } from "../activity/frame/settings/language.ts"
import type { ConsentRequest } from "./authorization.ts"
import { type ConsentTexts, texts as textsIn } from "./texts.ts"

/** A name that others gave, which cannot turn the text around it. */
const named = (name: string) => `<bdi>${escaped(name)}</bdi>`

const alert = (text: string | undefined) =>
  text === undefined ? "" : `<p role="alert">${escaped(text)}</p>\n`

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`

const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** The name of a domain, which may be a stranger's. */
const domainName = ({ domains }: ConsentTexts, domain: string) =>
  (domains as Readonly<Record<string, string>>)[domain] ?? capital(domain)

const line = (title: string, text: string) => `<div><dt>${title}</dt><dd>${text}</dd></div>`

/** The client: its name, and the verified facts about it. */
const aboutClient = (texts: ConsentTexts, { client, redirectUri }: ConsentRequest) => `<dl>
${line(texts.calls, named(client.name))}
${isDocumentUrl(client.id) ? line(texts.published, escaped(new URL(client.id).host)) : ""}
${line(texts.back, escaped(receiverOf(redirectUri)))}
</dl>${isLocal(new URL(redirectUri)) ? `\n<p role="alert">${texts.local}</p>` : ""}`

/** What a policy allows so that a form may lead to a URI: its origin, or its scheme if it has none. */
const formTarget = (uri: string) => {
  const { origin, protocol } = new URL(uri)
  return origin === "null" ? protocol : origin
}

const choice = (type: "checkbox" | "radio", name: string, value: string, label: string, checked = false) =>
  `<label class="choice"><input type="${type}" name="${name}" value="${escaped(value)}"${checked ? " checked" : ""}> <span>${escaped(label)}</span></label>`

const consentForm = (
  texts: ConsentTexts,
  sealed: string,
  domains: ReadonlyArray<string>,
  offersWriting: boolean,
) => `<form method="post">
${hidden("request", sealed)}
<fieldset>
<legend>${texts.mayRead}</legend>
${choice("radio", "read", "all", texts.everything, true)}
${choice("radio", "read", "chosen", texts.only)}
<div class="choices">
${domains.map((domain) => choice("checkbox", "domain", domain, domainName(texts, domain))).join("\n")}
</div>
</fieldset>
${
  offersWriting
    ? `<fieldset>
<legend>${texts.mayWrite}</legend>
${choice("checkbox", "write", "on", texts.writes)}
</fieldset>
`
    : ""
}<div class="buttons">
<button name="decision" value="allow">${texts.connect}</button>
<button name="decision" value="deny" class="second">${texts.cancel}</button>
</div>
</form>`

/** The pages of the authorization server, in the language of the owner. */
export const makePages = Effect.gen(function* () {
  const plainPage = yield* makePlainPages
  const languageOf = yield* makeLanguageOf(textsIn)

  const pagesIn = (language: keyof typeof textsIn, texts: ConsentTexts) => ({
    texts,

    /** The page that asks the owner whether a client may connect. */
    consent: (
      request: ConsentRequest,
      view: {
        readonly sealed: string
        readonly domains: ReadonlyArray<string>
        readonly offersWriting: boolean
        readonly key: ApiKey
        readonly problem?: string
      },
    ) =>
      plainPage({
        language,
        title: texts.title(request.client.name),
        status: view.problem === undefined ? 200 : 400,
        // A browser holds the redirect that follows the form against this, too.
        formAction: `'self' ${formTarget(request.redirectUri)}`,
        body: `${alert(view.problem)}<p>${texts.asks}</p>
${aboutClient(texts, request)}
${consentForm(texts, view.sealed, view.domains, view.offersWriting)}
<p class="quiet">${texts.signedIn(named(view.key.name))}</p>`,
      }),

    /** Asks for a key, and returns to the request. */
    signIn: (query: string, problem?: string) =>
      plainPage({
        language,
        title: texts.signInTitle,
        status: problem === undefined ? 200 : 401,
        formAction: "'self'",
        body: `${alert(problem)}<p>${texts.asks} ${texts.seeWhat}</p>
<form method="post" action="sign-in">
${hidden("query", query)}
<div class="form">
<label for="key">${texts.adminKey}</label>
<input id="key" type="password" name="key" required autocomplete="current-password" spellcheck="false" autofocus>
</div>
<div class="buttons"><button>${texts.signIn}</button></div>
</form>`,
      }),

    /**
     * Goes on to the same request. A browser keeps the session's cookie to itself while it comes from another site, and
     * sends it with a request that this page makes.
     */
    comeAgain: (url: string) =>
      plainPage({
        language,
        title: texts.moment,
        goesTo: url,
        body: `<p><a class="button" href="${escaped(url)}">${texts.go}</a></p>`,
      }),

    /** The reason why a request cannot be decided: nothing is sent to a client that is not known. */
    refused: (text: string) =>
      plainPage({
        language,
        title: texts.refused,
        status: 400,
        body: `<p>${escaped(text)}.</p>\n<p class="quiet">${texts.again}</p>`,
      }),
  })

  return (request: HttpServerRequest.HttpServerRequest) =>
    Effect.map(languageOf(request), (language) => pagesIn(language, textsIn[language]))
})

/** The pages in one language. */
export type Pages = Effect.Success<ReturnType<Effect.Success<typeof makePages>>>
