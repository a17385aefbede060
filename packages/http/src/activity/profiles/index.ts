import { profiles } from "@daybook/profiles"
import * as Layer from "effect/Layer"
import * as HttpApi from "effect/http-api/HttpApi"
import { domainRoutes } from "../forRoutes.ts"

/** No routes, since profiles have an API of their own: readiness asks whether they are stored and applied. */
export const profilesRoutes = domainRoutes({
  domain: profiles,
  api: HttpApi.make("activity"),
  handlers: Layer.empty,
})
