import { Digest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { packed } from "./compression.ts"
import { basePath } from "./publicUrl.ts"
import { escaped } from "../wire/xml.ts"
import { etagOf, knownTag } from "./responseCache.ts"
import { nosniff } from "./rateLimitHeaders.ts"

const [openapiPath, docsPath] = ["/v1/openapi.json", "/docs"] as const
const [referencePath, startPath] = ["/docs/reference.js", "/docs/start.js"] as const

/** The paths of the documentation, which no API lists. */
export const documentationPaths: ReadonlyArray<string> = [openapiPath, docsPath, referencePath, startPath]

const scripts = "text/javascript; charset=utf-8"

/** The program that shows an API's document: Scalar, which Effect ships in a page. */
const reference = Effect.scoped(
  Effect.gen(function* () {
    const page = yield* HttpRouter.toHttpEffect(HttpApiScalar.layer(HttpApi.make("none")))
    const { body } = yield* Effect.provideService(
      page,
      HttpServerRequest.HttpServerRequest,
      HttpServerRequest.fromWeb(new Request("http://localhost/docs")),
    )
    const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
    const [, program] = /<script>([^]*?)<\/script>/.exec(text) ?? []
    if (program === undefined) return yield* Effect.die(new Error("the page of Effect has no program in it"))
    return program
  }),
)

// It shows the document of this server and makes no other requests: no font, no assistant, no tool of its makers. It
// is set to check without compiling, which the policy of the page forbids. A key that you type in is stored only in the
// open page.
const startOf = (base: string) => `globalThis.__zod_globalConfig = { jitless: true }
Scalar.createApiReference("#reference", ${JSON.stringify({
  url: base + openapiPath,
  authentication: { preferredSecurityScheme: "bearer" },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: "never",
  hideClientButton: true,
  hideModels: true,
})})
`

const pageOf = (title: string, base: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escaped(title)}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:," />
    <script defer src="${escaped(base + referencePath)}"></script>
    <script defer src="${escaped(base + startPath)}"></script>
  </head>
  <body>
    <div id="reference"></div>
  </body>
</html>
`

// Scalar writes its styles into the document.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

/** Responds with a text that is built once: all readers share its bytes, packed or not, so slow ones take no memory. */
const sharedText = Effect.fnUntraced(function* (
  text: Effect.Effect<string>,
  contentType: string,
  hash: (text: string) => string,
  more: Record<string, string> = {},
) {
  const shared = yield* Effect.cached(
    Effect.map(text, (made) => ({
      bytes: new TextEncoder().encode(made),
      headers: {
        "cache-control": "private, no-cache",
        vary: "Accept-Encoding",
        etag: etagOf(hash(made)),
        ...nosniff,
        ...more,
      },
    })),
  )
  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const { bytes, headers } = yield* shared
    const etag = knownTag(request, headers.etag)
    return etag === undefined
      ? yield* packed(request, HttpServerResponse.uint8Array(bytes, { contentType, headers }))
      : HttpServerResponse.empty({ status: 304, headers: { ...headers, etag } })
  })
})

/** The routes of an API's documentation: its OpenAPI document, and a page for people with its two scripts. */
export const layer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  definition: HttpApi.HttpApi<Id, Groups>,
) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const hash = yield* Digest
      const base = yield* basePath
      const api = base === "" ? definition : definition.annotate(OpenApi.Servers, [{ url: base }])
      const document = yield* Effect.cached(Effect.sync(() => OpenApi.fromApi(api)))
      const add = Effect.fnUntraced(function* (
        path: `/${string}`,
        contentType: string,
        text: Effect.Effect<string>,
        more?: Record<string, string>,
      ) {
        yield* router.add("GET", path, yield* sharedText(text, contentType, hash, more))
      })
      const page = Effect.map(document, ({ info }) => pageOf(info.title, base))
      yield* add(openapiPath, "application/json", Effect.map(document, JSON.stringify))
      yield* add(docsPath, "text/html; charset=utf-8", page, { "content-security-policy": policy })
      yield* add(referencePath, scripts, Effect.orDie(reference))
      yield* add(startPath, scripts, Effect.succeed(startOf(base)))
    }),
  )
