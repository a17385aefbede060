import { type Domain, Digest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { promisify } from "node:util"
import { brotliCompress, gzip } from "node:zlib"
import { encodedTag, etagOf } from "../middleware/responseCache.ts"
import { encodingFor } from "../middleware/encoding.ts"
import { makeLanguageOf } from "../activity/frame/settings/language.ts"
import { hasSession } from "../middleware/access/session.ts"
import { basePath } from "../middleware/publicUrl.ts"
import { signInPath } from "../activity/frame/signInLinks/signInUrl.ts"
import { escaped } from "../wire/xml.ts"
import type { PageFile, PageFiles, Tiles } from "./files.ts"

/** The views that do not belong to one domain. */
const views = ["timeline", "library", "years", "search", "save", "settings"]

const namesOf = (domains: ReadonlyArray<Domain>) =>
  domains.filter(({ journal }) => journal !== undefined).map(({ name }) => name)

/** The paths that show the page, whatever view they request. */
const viewPaths = (domains: ReadonlyArray<Domain>): ReadonlyArray<`/${string}`> => [
  "/",
  signInPath,
  ...[...namesOf(domains), ...views].map((view) => `/${view}/*` as const),
]

/** Every path that the page is served at. */
export const pagePaths = (page: PageFiles, domains: ReadonlyArray<Domain>): ReadonlyArray<string> => [
  ...viewPaths(domains),
  ...page.files.keys(),
]

// Nothing from elsewhere but the tiles of maps, no script or style in the document, in no frame.
const policyOf = (tiles: Tiles | undefined) =>
  [
    "default-src 'none'",
    ...["script-src", "style-src", "font-src", "connect-src", "manifest-src", "worker-src"].map(
      (one) => `${one} 'self'`,
    ),
    `img-src 'self' data:${tiles === undefined ? "" : ` ${new URL(tiles.url).origin}`}`,
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")

const documentHeaders = (tiles: Tiles | undefined) => ({
  "content-security-policy": policyOf(tiles),
  "cross-origin-opener-policy": "same-origin",
  "referrer-policy": "same-origin",
})

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** The code of the page's texts in each language, by its language. */
const textsOf = ({ files }: PageFiles): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...files.keys()].flatMap((path) => {
      const [, language] = /^\/assets\/([a-z]{2})-[\w-]+\.js$/.exec(path) ?? []
      return language === undefined ? [] : [[language, path]]
    }),
  )

/** Responds with a file in the smallest encoding that the browser accepts. All readers share the bytes. */
const answerOf = (
  file: PageFile,
  tagOf: (content: Uint8Array) => string,
  more: Record<string, string> = {},
) => {
  const { contentType } = file
  const headers = {
    "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "Accept-Encoding",
    ...more,
  }
  // A start reads no file, nor does it make validators: a page has hundreds.
  let tag: string | undefined
  return (request: HttpServerRequest.HttpServerRequest) => {
    const { content } = file
    tag ??= etagOf(tagOf(content.identity))
    const wanted = encodingFor(request.headers["accept-encoding"])
    const encoding = content[wanted] === undefined ? "identity" : wanted
    return Effect.succeed(
      HttpServerResponse.uint8Array(content[encoding] ?? content.identity, {
        contentType,
        headers: {
          ...headers,
          etag: encodedTag(tag, encoding),
          ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
        },
      }),
    )
  }
}

/** The document as this server serves it: its URL, its domains, and the tiles of its maps. */
const documentOf = (
  { index }: PageFiles,
  base: string,
  domains: ReadonlyArray<string>,
  { credit, url }: Tiles = { url: "", credit: "" },
) =>
  index
    .replace('<base href="/"', `<base href="${escaped(base)}/"`)
    .replace('name="daybook-domains" content=""', `name="daybook-domains" content="${domains.join(" ")}"`)
    .replace(
      'name="daybook-tiles" content=""',
      // A function, since a replacement text would interpret some characters.
      () => `name="daybook-tiles" content="${escaped(JSON.stringify({ url, credit }))}"`,
    )

/** The document of the first view, whose data is requested before its code is there. */
const ofHome = (document: string, domains: ReadonlyArray<string>) => {
  const paths = ["v1/today", ...(domains.includes("listening") ? ["v1/listening/now-playing"] : [])]
  const links = paths.map((path) => `<link rel="preload" as="fetch" href="${path}" crossorigin />`)
  return document.replace("</title>", ["$&", ...links].join("\n    "))
}

/** The routes of the page: one document for every view, and the files that it loads. */
export const layer = (page: PageFiles, domains: ReadonlyArray<Domain>, tiles?: Tiles) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const hash = yield* Digest
      const base = yield* basePath
      const text = documentOf(page, base, namesOf(domains), tiles)
      const texts = textsOf(page)
      const languageOf = yield* makeLanguageOf(texts)
      const answer = Effect.fnUntraced(function* (document: string) {
        const identity = new TextEncoder().encode(document)
        const content = {
          identity,
          br: yield* Effect.promise(() => toBrotli(identity)),
          gzip: yield* Effect.promise(() => toGzip(identity)),
        }
        const respond = answerOf(
          { content, contentType: "text/html; charset=utf-8", immutable: false },
          () => hash(document),
          { ...documentHeaders(tiles), vary: "Accept-Encoding, Accept-Language, Cookie" },
        )
        // The page's code waits for its texts, so they come next to it.
        return (request: HttpServerRequest.HttpServerRequest) =>
          Effect.zipWith(respond(request), languageOf(request), (answer, language) => {
            const path = texts[language]
            return path === undefined
              ? answer
              : HttpServerResponse.setHeader(answer, "link", `<${base}${path}>; rel=modulepreload`)
          })
      })
      const [home, document] = [yield* answer(ofHome(text, namesOf(domains))), yield* answer(text)]
      // Who is not signed in has no data to request: each would be refused.
      const first = (request: HttpServerRequest.HttpServerRequest) =>
        hasSession(request) ? home(request) : document(request)
      for (const path of viewPaths(domains)) yield* router.add("GET", path, path === "/" ? first : document)
      const tagOf = (content: Uint8Array) => hash(new TextDecoder("latin1").decode(content))
      for (const [path, file] of page.files)
        yield* router.add("GET", path as `/${string}`, answerOf(file, tagOf))
    }),
  )
