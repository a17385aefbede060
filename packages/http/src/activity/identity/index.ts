import { identity } from "@daybook/access"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { identityDefinition } from "./definition.ts"

/** The route that tests the link to the identity provider. */
export const identityRoutes = domainRoutes({
  ...identityDefinition,
  domain: identity,
  handlers: Handlers.layer,
})
