import { IdentityGroup } from "./group.ts"
import { definitionOf, partOfActivity } from "../definition.ts"

/** The definition of the routes of identity. */
export const identityDefinition = definitionOf({
  domain: { name: "identity" },
  api: partOfActivity(IdentityGroup),
})
