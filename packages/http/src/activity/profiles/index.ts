import { profiles } from "@daybook/profiles"
import * as Layer from "effect/Layer"
import * as HttpApi from "effect/http-api/HttpApi"
import { domainRoutes } from "../forRoutes.ts"

/** Profiles have a separate API and no routes here; readiness checks that requests are stored and applied. */
export const profilesRoutes = domainRoutes({
  domain: profiles,
  api: HttpApi.make("activity"),
  handlers: Layer.empty,
})
