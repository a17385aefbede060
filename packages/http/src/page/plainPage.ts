import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { escaped } from "../wire/xml.ts"
import { styleHash } from "./styleHash.ts"

// The look of the page at `/`, whose values are in packages/web/page/style/tokens.css.
const tokens = `
:root {
  --paper: light-dark(#fbfaf7, #101217);
  --raised: light-dark(#ffffff, #191c23);
  --ink: light-dark(#17181c, #f2f0ea);
  --quiet: light-dark(#5c5d64, #a4a7b1);
  --line: light-dark(#dfdcd3, #2c303a);
  --focus: light-dark(#1f6feb, #6cb0ff);
}
`

const style = `${tokens}
:root {
  color-scheme: light dark;
  background: var(--paper);
  color: var(--ink);
  accent-color: var(--ink);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", sans-serif;
}
body {
  margin: 0;
}
main {
  display: grid;
  align-content: center;
  gap: 1rem;
  box-sizing: border-box;
  max-width: 31rem;
  min-height: 95vh;
  margin: 0 auto;
  padding: 1.5rem;
  overflow-wrap: anywhere;
}
h1 {
  margin: 0;
  font: 600 clamp(1.75rem, 1.3rem + 2vw, 2.5rem)/1.15 ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino,
    "Source Serif 4", Georgia, serif;
}
p, ul {
  margin: 0;
}
form, .form {
  display: grid;
  gap: 1rem;
}
dl {
  display: grid;
  gap: 0.75rem;
  margin: 0;
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
}
dt, .quiet {
  color: var(--quiet);
}
dt {
  font-size: 0.8125rem;
}
dd {
  margin: 0;
  font-weight: 600;
}
fieldset {
  margin: 0;
  padding: 0;
  border: 0;
}
legend {
  padding: 0 0 0.25rem;
  font-weight: 600;
}
.choice {
  display: flex;
  gap: 0.75rem;
  align-items: center;
  min-height: 44px;
}
.choice input {
  flex: none;
  width: 1.25rem;
  height: 1.25rem;
  margin: 0;
}
.choices {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  padding-left: 2rem;
}
fieldset:has([value="all"]:checked) .choices {
  display: none;
}
input[type="password"] {
  box-sizing: border-box;
  width: 100%;
  min-height: 44px;
  padding: 0 0.75rem;
  border: 1px solid var(--line);
  border-radius: 6px;
  background: var(--raised);
  color: inherit;
  font: inherit;
}
.buttons {
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
}
button, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  box-sizing: border-box;
  min-height: 44px;
  padding: 0 1.25rem;
  border: 1px solid var(--ink);
  border-radius: 6px;
  background: var(--ink);
  color: var(--paper);
  font: inherit;
  text-decoration: none;
  cursor: pointer;
}
button.second {
  border-color: var(--line);
  background: transparent;
  color: inherit;
}
[role="alert"] {
  padding: 0.75rem 1rem;
  border: 1px solid var(--ink);
  border-radius: 6px;
}
:focus-visible {
  outline: 2px solid var(--focus);
  outline-offset: 2px;
}
`

/** A page of one short text or form, which works without scripts. */
export interface PlainPage {
  readonly title: string
  /** The language of its texts; English by default. */
  readonly language?: string
  /** The HTML below the title. */
  readonly body: string
  readonly status?: number
  /** The targets of its forms; none by default. */
  readonly formAction?: string
  /** The URL that it opens at once. */
  readonly goesTo?: string
}

// The pages show names that others gave: no script, no frame, nothing from elsewhere, and no style but this one.
const policyWith = (hash: string, formAction: string) =>
  `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action ${formAction}`

/** Renders pages between a browser and another service, which no view of the page at `/` shows. */
export const makePlainPages = Effect.map(
  styleHash(style),
  (hash) =>
    ({ body, formAction = "'none'", goesTo, language = "en", status = 200, title }: PlainPage) =>
      HttpServerResponse.text(
        `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${goesTo === undefined ? "" : `<meta http-equiv="refresh" content="0; url=${escaped(goesTo)}">\n`}<title>${escaped(title)} · Daybook</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`,
        {
          status,
          contentType: "text/html; charset=utf-8",
          headers: {
            "cache-control": "no-store",
            "content-security-policy": policyWith(hash, formAction),
            // For browsers that do not know frame-ancestors.
            "x-frame-options": "DENY",
            // A form that is sent without a referrer would not name its origin.
            "referrer-policy": "same-origin",
          },
        },
      ),
)
