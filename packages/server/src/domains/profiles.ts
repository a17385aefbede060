import { profilesRoutes } from "@daybook/http"
import { profiles as domain } from "@daybook/profiles"
import * as Layer from "effect/Layer"
import { servedDomain } from "../serving/servedDomain.ts"

export const profiles = servedDomain({
  domain,
  routes: profilesRoutes,
  services: {},
  sources: () => Layer.empty,
})
