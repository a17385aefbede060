import { identity } from "@daybook/access"
import { domainRoutes, partOfActivity } from "../routes.ts"
import { IdentityGroup } from "./group.ts"
import * as Handlers from "./handlers.ts"

/** The route that tests the link to the identity provider. */
export const identityRoutes = domainRoutes({
  domain: identity,
  api: partOfActivity(IdentityGroup),
  handlers: Handlers.layer,
})
