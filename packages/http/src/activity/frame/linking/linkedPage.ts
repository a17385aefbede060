import type { Link, LinkableService } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

// The look of the page at `/`, whose values are in packages/web/page/style/tokens.css.
const style = `
:root {
  color-scheme: light dark;
  background: light-dark(#faf9f6, #161512);
  color: light-dark(#1e1c18, #ece8df);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", sans-serif;
}
body {
  margin: 0;
}
main {
  display: grid;
  align-content: center;
  gap: 0.5rem;
  box-sizing: border-box;
  max-width: 29rem;
  min-height: 90vh;
  margin: 0 auto;
  padding: 1.5rem;
  overflow-wrap: anywhere;
}
h1 {
  margin: 0;
  font: 600 clamp(1.75rem, 1.3rem + 2vw, 2.5rem)/1.15 ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino,
    "Source Serif 4", Georgia, serif;
}
p {
  margin: 0;
}
a {
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  margin-top: 1rem;
  padding: 0 1rem;
  border-radius: 6px;
  background: light-dark(oklch(0.45 0.075 200), oklch(0.78 0.08 195));
  color: light-dark(#ffffff, #10201f);
  text-decoration: none;
}
a:focus-visible {
  outline: 2px solid light-dark(#1f6feb, #6cb0ff);
  outline-offset: 2px;
}
`

// The page shows a name that a service gave: no script, no frame, nothing from elsewhere, and no style but this one.
const policyWith = (hash: string) =>
  `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** The SHA-256 of a text in base64, as a policy names a style. */
const hashOf = (text: string) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (hash) => btoa(String.fromCharCode(...new Uint8Array(hash))),
  )

/** The pages shown after a service has sent the browser back, if no view of the page started the link. */
export const linkPages = Effect.gen(function* () {
  const policy = policyWith(yield* hashOf(style))

  const pageOf = (title: string, text: string, status: number, back?: string) =>
    HttpServerResponse.text(
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Daybook</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
${back === undefined ? "" : `<p><a href="${escaped(back)}">Back to Daybook</a></p>\n`}</main>
</body>
</html>
`,
      {
        status,
        contentType: "text/html; charset=utf-8",
        headers: {
          "cache-control": "no-store",
          "content-security-policy": policy,
          "referrer-policy": "no-referrer",
        },
      },
    )

  return {
    /** Says that the account is linked. */
    linked: ({ title }: LinkableService, { account }: Link) =>
      pageOf(
        `${title} is linked`,
        `Daybook now reads ${account === "" ? "your account" : `the account of ${account}`} at ${title}. You can close this page.`,
        200,
      ),
    /** Says why the account is not linked, and what to do; with a link back to the view that started it. */
    refused: (
      { title }: LinkableService,
      { error, status }: { readonly error: string; readonly status: number },
      back: string | undefined,
    ) => pageOf(`${title} is not linked`, `${error}.`, status, back),
  }
})
