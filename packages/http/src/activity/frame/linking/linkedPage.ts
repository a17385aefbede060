import type { Link, LinkableService } from "@daybook/access"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

// The page shows a name that a service gave: no script, no frame, nothing from elsewhere.
const policy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const pageOf = (
  title: string,
  text: string,
  status: number,
  back?: string,
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
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
        "x-content-type-options": "nosniff",
      },
    },
  )

/** Tells the person that the account is linked. */
export const linkedPage = ({ title }: LinkableService, { account }: Link) =>
  pageOf(
    `${title} is linked`,
    `Daybook now reads ${account === "" ? "your account" : `the account of ${account}`} at ${title}. You can close this page.`,
    200,
  )

/** Tells the person why it is not, and what to do; with the way back to the view of the page that began the link. */
export const refusedPage = (
  { title }: LinkableService,
  { error, status }: { readonly error: string; readonly status: number },
  back: string | undefined,
) => pageOf(`${title} is not linked`, `${error}.`, status, back)
