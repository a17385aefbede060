import type { DomainName } from "@daybook/kernel"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { ReviewForm } from "./journal/wire.ts"

/**
 * The part of a domain that the API definition needs: its name, and which optional parts it has. Every `Domain` is
 * one; a typed client needs no more, and bundles none of the domain's code.
 */
export interface DomainOutline {
  readonly name: DomainName
  readonly journal?: unknown
  readonly latest?: unknown
  readonly sync?: { readonly run?: unknown; readonly note?: string }
}

/** The definition of any domain's routes, for their server and for a typed client. */
export interface DomainDefinition {
  readonly domain: DomainOutline
  readonly api: HttpApi.Constraint
  /** The form of its part of a year in review. */
  readonly review?: ReviewForm
}

/**
 * Defines the routes of a domain, which `domainRoutes` serves and a typed client calls. Its type has all of them.
 */
export const definitionOf = <const Definition extends DomainDefinition>(definition: Definition): Definition =>
  definition

/** One or more groups as a part of the activity API. Handlers of the part fit the API of every list of domains. */
export const partOfActivity = <
  const Groups extends readonly [HttpApiGroup.Constraint, ...ReadonlyArray<HttpApiGroup.Constraint>],
>(
  ...groups: Groups
): HttpApi.HttpApi<"activity", Groups[number]> => HttpApi.make("activity").add(...groups)

/** The groups of a domain's routes. */
export type GroupsOf<Routes> = Routes extends { readonly api: HttpApi.HttpApi<"activity", infer Groups> }
  ? Groups
  : never

/** The name of a domain that has entries, or a current one. */
export type JournaledName<Routes> = Routes extends {
  readonly domain: { readonly name: infer Name extends string } & (
    | { readonly journal: unknown }
    | { readonly latest: unknown }
  )
}
  ? Name
  : never

/** The JSON of a domain's part of a year in review; never if it has none. */
export type ReviewJson<Routes> = Routes extends unknown
  ? "review" extends keyof Routes
    ? Routes extends { readonly review?: ReviewForm<never, infer Review> }
      ? Review
      : never
    : never
  : never
