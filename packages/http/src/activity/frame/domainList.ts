import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { badRequest, optional } from "../forRoutes.ts"

/** The query parameter that names some of the domains. */
export const domainList = optional(
  Schema.String,
  "Comma-separated domains, such as running,places; all by default",
)

/** The domains that a list names, in their order; all domains without a list. */
export const inDomainList = Effect.fnUntraced(function* <Named extends { readonly name: string }>(
  domains: ReadonlyArray<Named>,
  list: string | undefined,
) {
  if (list === undefined) return domains
  const names = domains.map(({ name }) => name)
  const asked = list.split(",").map((name) => name.trim())
  const unknown = asked.find((name) => !names.includes(name))
  return unknown === undefined
    ? domains.filter(({ name }) => asked.includes(name))
    : yield* Effect.fail(
        badRequest(`domains: there is no "${unknown.slice(0, 40)}"; send some of ${names.join(",")}`),
      )
})
