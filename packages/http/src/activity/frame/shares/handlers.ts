import { ShareId, Shares } from "@daybook/access"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { makePublicUrl } from "../../../middleware/publicUrl.ts"
import type { RouteTable } from "../../../middleware/routing/routeTable.ts"
import { sharedAddress, shareParameter } from "../../../middleware/access/sharedAddress.ts"
import {
  isPage,
  isPageAddress,
  pageForms,
  pageOfTarget,
  sharedPagePath,
} from "../../../middleware/access/sharedPage.ts"
import { parseTarget } from "../../../middleware/routing/target.ts"
import { badRequest, handlersOf, orNotFound, paged, refused } from "../../forRoutes.ts"
import { CreatedShare, ShareRecords, SharesGroup } from "./group.ts"

/** The handlers of shares, which open what `routes` lets a read key GET. */
export const layer = ({ routeOf }: Pick<RouteTable, "routeOf">) =>
  handlersOf(SharesGroup, function* (handlers) {
    const shares = yield* Shares
    const baseOf = yield* makePublicUrl

    const addressOf = (text: string) => {
      const target = parseTarget(text)
      if (target !== undefined && isPage(target)) {
        return pageOfTarget(target) === undefined
          ? Effect.fail(badRequest(`address: must be ${pageForms}`))
          : Effect.succeed(sharedAddress(target))
      }
      if (target === undefined) {
        return Effect.fail(
          badRequest("address: must be a path of this API, such as /v1/feed?domains=reading"),
        )
      }
      const route = routeOf("GET", target.path)
      return route?.readable === true && route.admission === "key"
        ? Effect.succeed(sharedAddress(target))
        : Effect.fail(badRequest("address: must be a path that a read key can GET; /docs lists them"))
    }

    return handlers.handleAll({
      create: Effect.fnUntraced(function* ({ payload: { address: text, name = "" } }) {
        const address = yield* addressOf(text)
        const { record, token } = yield* refused(shares.create({ name, address }))
        const base = baseOf(yield* HttpServerRequest.HttpServerRequest)
        const secret = Redacted.value(token)
        const url = isPageAddress(address)
          ? `${base}${sharedPagePath}/${secret}`
          : `${base}${address}${address.includes("?") ? "&" : "?"}${shareParameter}=${secret}`
        return CreatedShare.of({ ...record, url })
      }),

      list: ({ query }) => Effect.map(paged(query, shares.list), ShareRecords.of),

      revoke: ({ params }) =>
        orNotFound(shares.revoke(ShareId.make(params.id)), `There is no share ${params.id}`),
    })
  })
