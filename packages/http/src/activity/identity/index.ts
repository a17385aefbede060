import { identity } from "@daybook/access"
import { IdentityGroup } from "./group.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** The route that tests the link to the identity provider. */
export const identityRoutes = domainRoutes({
  domain: identity,
  api: partOfActivity(IdentityGroup),
  handlers: Handlers.layer,
})
