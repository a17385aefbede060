import { Digest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { type Encoding, encodingFor } from "./encoding.ts"
import { MountPath } from "./mountPath.ts"
import { etagOf, matchesEtag } from "./answers.ts"

const [docsPath, openapiPath] = ["/docs", "/v1/openapi.json"] as const

/** The paths of the documentation, which no API lists. */
export const documentationPaths: ReadonlyArray<string> = [docsPath, openapiPath]

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)

// The best quality takes seconds for the page; this one takes 0.1 s for a seventh more bytes.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const compress: { readonly [encoding in Encoding]: (bytes: Uint8Array) => Promise<Uint8Array> } = {
  br: (bytes) => toBrotli(bytes, brotliOptions),
  gzip: (bytes) => toGzip(bytes),
  identity: (bytes) => Promise.resolve(bytes),
}

/** The page that shows an API's document to people. It loads nothing from elsewhere. */
const pageOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const page = yield* HttpRouter.toHttpEffect(
        HttpApiScalar.layer(api, { path: docsPath, scalar: { withDefaultFonts: false } }),
      )
      const { body } = yield* Effect.provideService(
        page,
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(new Request(`http://localhost${docsPath}`)),
      )
      return body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : String(body.toJSON())
    }),
  )

/**
 * Answers with a text that is made once and compressed once per requested encoding. All readers share the bytes, so slow
 * ones take no memory.
 */
const sharedText = Effect.fnUntraced(function* (
  text: Effect.Effect<string>,
  contentType: string,
  hash: (text: string) => string,
) {
  const plain = yield* Effect.cached(
    Effect.map(text, (made) => ({ bytes: new TextEncoder().encode(made), hash: hash(made) })),
  )
  const representation = (encoding: Encoding) =>
    Effect.cached(
      Effect.flatMap(plain, ({ bytes, hash: full }) =>
        Effect.map(
          Effect.promise(() => compress[encoding](bytes)),
          (content) => {
            const etag = etagOf(full, encoding === "identity" ? "" : `-${encoding}`)
            const headers = { "cache-control": "private, no-cache", vary: "Accept-Encoding", etag }
            const more = encoding === "identity" ? {} : { "content-encoding": encoding }
            return {
              etag,
              fresh: HttpServerResponse.uint8Array(content, {
                contentType,
                headers: { ...headers, ...more },
              }),
              known: HttpServerResponse.empty({ status: 304, headers }),
            }
          },
        ),
      ),
    )
  const representations = {
    br: yield* representation("br"),
    gzip: yield* representation("gzip"),
    identity: yield* representation("identity"),
  }
  return Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
    const { etag, fresh, known } = yield* representations[encodingFor(request.headers["accept-encoding"])]
    return matchesEtag(request, etag) ? known : fresh
  })
})

/** The routes of an API's documentation: its OpenAPI document and a page for people. */
export const layer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  definition: HttpApi.HttpApi<Id, Groups>,
) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const hash = yield* Digest
      const mountPath = yield* MountPath
      const api = mountPath === "" ? definition : definition.annotate(OpenApi.Servers, [{ url: mountPath }])
      const document = Effect.sync(() => JSON.stringify(OpenApi.fromApi(api)))
      yield* router.add("GET", openapiPath, yield* sharedText(document, "application/json", hash))
      yield* router.add(
        "GET",
        docsPath,
        yield* sharedText(Effect.orDie(pageOf(api)), "text/html; charset=utf-8", hash),
      )
    }),
  )
