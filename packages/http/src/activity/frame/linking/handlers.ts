import {
  beginLink,
  finishLink,
  type LinkableService,
  linkableService,
  LinkableServices,
} from "@daybook/access"
import type { Digest, SyncRuns } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { Caller } from "../../../middleware/access/caller.ts"
import { refusalOf } from "../../../middleware/access/keyRequired.ts"
import { makePublicUrl } from "../../../middleware/publicUrl.ts"
import { queryOf } from "../../../middleware/routing/target.ts"
import { badRequest, notConfigured, notFound, workFailed } from "../../forRoutes.ts"
import { LinkApi, LinkForm, LinkViews } from "./group.ts"
import { linkPages } from "./linkedPage.ts"
import { LinkSettings } from "./linkSettings.ts"

const cookieName = "daybook_link"

/** The cookie of a link: the browser that began it, and the view of the page that it goes back to, if any. */
const cookieOf = (browser: string, back: string) => `${browser}.${back}`

const readCookie = (value: string) => {
  const [browser = "", asked = ""] = value.split(".")
  return { browser, back: LinkViews.find((view) => view === asked) }
}

const failureOf = (error: { readonly _tag: string; readonly message: string }) =>
  error._tag === "LinkRefused"
    ? badRequest(error.message)
    : error._tag === "NotConfigured"
      ? notConfigured(error.message)
      : workFailed(error.message)

const wantsPage = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  (headers["accept"] ?? "").includes("text/html")

/** The pages that link accounts. */
export const layer = HttpApiBuilder.group(
  LinkApi,
  "link",
  Effect.fn(function* (handlers) {
    const settings = yield* LinkSettings
    const baseOf = yield* makePublicUrl
    const linkables = yield* LinkableServices
    const pages = yield* linkPages
    const inContext = Effect.provideContext(yield* Effect.context<Digest | SyncRuns>())

    const known = (name: string) =>
      Effect.flatMap(inContext(linkableService(name)), (service) =>
        service === undefined
          ? Effect.fail(
              notFound(
                `No service of this name can be linked; the services are ${linkables.services.map((one) => one.name).join(", ")}`,
              ),
            )
          : Effect.succeed(service),
      )

    const mayBegin = Effect.fnUntraced(function* (service: LinkableService, ticket: string | undefined) {
      if (ticket !== undefined && (yield* settings.isTicket(service.name, ticket))) return
      const refusal = refusalOf(yield* Caller, false)
      if (refusal !== undefined) return yield* Effect.fail(refusal)
    })

    return handlers.handleAll({
      begin: Effect.fnUntraced(function* ({ params, query }) {
        const service = yield* known(params.service)
        yield* mayBegin(service, query.ticket)
        const request = yield* HttpServerRequest.HttpServerRequest
        const base = baseOf(request)
        const { address, browser } = yield* Effect.mapError(inContext(beginLink(service, base)), failureOf)
        return HttpServerResponse.empty({ status: 302, headers: { location: address } }).pipe(
          HttpServerResponse.setCookieUnsafe(cookieName, cookieOf(browser, query.back ?? ""), {
            httpOnly: true,
            // The service sends the browser back from its own site.
            sameSite: "lax",
            secure: base.startsWith("https:"),
            path: "/",
            maxAge: "10 minutes",
          }),
        )
      }),

      finish: Effect.fnUntraced(function* ({ params }) {
        const service = yield* known(params.service)
        const request = yield* HttpServerRequest.HttpServerRequest
        const asPage = wantsPage(request)
        const query = queryOf(request.url)
        const { back, browser } = readCookie(request.cookies[cookieName] ?? "")
        const settings = `${baseOf(request)}/settings`
        return yield* inContext(finishLink(service, query, browser)).pipe(
          Effect.map((link) => {
            if (!asPage) return HttpServerResponse.jsonUnsafe(LinkForm.of(link))
            if (back === undefined) return pages.linked(service, link)
            const location = `${settings}/${back}?linked=${service.name}`
            return HttpServerResponse.empty({
              status: 303,
              headers: { location, "cache-control": "no-store" },
            })
          }),
          Effect.map(HttpServerResponse.expireCookieUnsafe(cookieName, { path: "/" })),
          Effect.catch((error) => {
            const failure = failureOf(error)
            return asPage
              ? Effect.succeed(
                  pages.refused(service, failure, back === undefined ? undefined : `${settings}/${back}`),
                )
              : Effect.fail(failure)
          }),
        )
      }),

      forget: Effect.fnUntraced(function* ({ params }) {
        const { unlink } = yield* known(params.service)
        yield* unlink
      }),
    })
  }),
)
