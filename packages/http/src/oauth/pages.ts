import { type ApiKey, isDocumentUrl, isLoopback } from "@daybook/access"
import * as Effect from "effect/Effect"
import { makePlainPages } from "../page/plainPage.ts"
import { escaped } from "../wire/xml.ts"
import type { ConsentRequest } from "./authorization.ts"

/** A name that others gave, which cannot turn the text around it. */
const named = (name: string) => `<bdi>${escaped(name)}</bdi>`

const alert = (text: string | undefined) =>
  text === undefined ? "" : `<p role="alert">${escaped(text)}</p>\n`

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escaped(value)}">`

const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

const line = (title: string, text: string) => `<div><dt>${title}</dt><dd>${text}</dd></div>`

/** The client: its name, and the verified facts about it. */
const aboutClient = ({ client, redirectUri }: ConsentRequest) => {
  const url = new URL(redirectUri)
  return `<dl>
${line("Calls itself", named(client.name))}
${isDocumentUrl(client.id) ? line("Published at", escaped(new URL(client.id).host)) : ""}
${line("Sends you back to", escaped(url.host))}
</dl>${
    isLoopback(url)
      ? `\n<p role="alert">This is a program on your own computer. Any program there can use this name: continue only if you have just started it.</p>`
      : ""
  }`
}

const choice = (type: "checkbox" | "radio", name: string, value: string, label: string, checked = false) =>
  `<label class="choice"><input type="${type}" name="${name}" value="${escaped(value)}"${checked ? " checked" : ""}> <span>${escaped(label)}</span></label>`

const consentForm = (
  sealed: string,
  domains: ReadonlyArray<string>,
  offersWriting: boolean,
) => `<form method="post">
${hidden("request", sealed)}
<fieldset>
<legend>It may read</legend>
${choice("radio", "read", "all", "Everything, also what you add later", true)}
${choice("radio", "read", "chosen", "Only these")}
<div class="choices">
${domains.map((domain) => choice("checkbox", "domain", domain, capital(domain))).join("\n")}
</div>
</fieldset>
${
  offersWriting
    ? `<fieldset>
<legend>It may write</legend>
${choice("checkbox", "write", "on", "Add, correct and remove items. You can undo it")}
</fieldset>
`
    : ""
}<div class="buttons">
<button name="decision" value="allow">Connect</button>
<button name="decision" value="deny" class="second">Cancel</button>
</div>
</form>`

/** The pages of the authorization server. */
export const makePages = Effect.map(makePlainPages, (plainPage) => ({
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
      title: `Connect ${request.client.name}?`,
      status: view.problem === undefined ? 200 : 400,
      // A browser holds the redirect that follows the form against this, too.
      formAction: `'self' ${new URL(request.redirectUri).origin}`,
      body: `${alert(view.problem)}<p>An assistant asks to use your Daybook.</p>
${aboutClient(request)}
${consentForm(view.sealed, view.domains, view.offersWriting)}
<p class="quiet">You are signed in with the key ${named(view.key.name)}. Settings lists connected assistants and ends them. One that is not used for 90 days is disconnected.</p>`,
    }),

  /** Asks for a key, and returns to the request. */
  signIn: (query: string, problem?: string) =>
    plainPage({
      title: "Sign in to Daybook",
      status: problem === undefined ? 200 : 401,
      formAction: "'self'",
      body: `${alert(problem)}<p>An assistant asks to use your Daybook. Sign in to see what it asks for.</p>
<form method="post" action="sign-in">
${hidden("query", query)}
<div class="form">
<label for="key">Admin key</label>
<input id="key" type="password" name="key" required autocomplete="current-password" spellcheck="false" autofocus>
</div>
<div class="buttons"><button>Sign in</button></div>
</form>`,
    }),

  /**
   * Goes on to the same request. A browser keeps the session's cookie to itself while it comes from another site, and sends
   * it with a request that this page makes.
   */
  comeAgain: (url: string) =>
    plainPage({
      title: "One moment",
      goesTo: url,
      body: `<p><a class="button" href="${escaped(url)}">Continue</a></p>`,
    }),

  /** The reason why a request cannot be decided: nothing is sent to a client that is not known. */
  refused: (text: string) =>
    plainPage({
      title: "This assistant cannot connect",
      status: 400,
      body: `<p>${escaped(text)}.</p>\n<p class="quiet">Remove Daybook from the assistant and add it again.</p>`,
    }),
}))
