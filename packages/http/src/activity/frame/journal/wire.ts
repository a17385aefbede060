import type { DomainYear } from "@daybook/journal"
import * as Schema from "effect/Schema"
import { wireAs, wireForm } from "../../../wire/form.ts"
import type { Shown } from "../../itemImages.ts"
import { LatestEntry, ofDomains, type YearJson, yearNames, yearOf } from "../../journal/wire.ts"
import type { DomainDefinition, JournaledName, ReviewJson } from "../../definition.ts"

// A list does not say which fields each of its domains adds to a response: types take them from the domains.

/** The domains of a list that have entries. */
export const journaledOf = <Routes extends DomainDefinition>(domains: ReadonlyArray<Routes>) =>
  domains.filter(({ domain: { journal } }) => journal !== undefined)

/** The year in review of each domain, by its name. A domain without an entry in the year is left out. */
const yearsByDomain = (domains: ReadonlyArray<DomainDefinition>) => {
  const forms = new Map(journaledOf(domains).map(({ domain: { name }, review }) => [name, yearOf(review)]))
  return wireAs(
    Schema.Struct(Object.fromEntries(Array.from(forms, ([name, form]) => [name, Schema.optionalKey(form)]))),
    (years: ReadonlyArray<Shown<DomainYear>>) =>
      Object.fromEntries(
        years.flatMap((year) => {
          const json = year.count === 0 ? undefined : forms.get(year.domain)?.of(year)
          return json === undefined ? [] : [[year.domain, json]]
        }),
      ),
  )
}

/** A year in review over all domains. */
export const yearOfAll = (domains: ReadonlyArray<DomainDefinition>) =>
  wireForm({ ...ofDomains.year, domains: yearsByDomain(domains) }, yearNames)

/** The JSON of a year in review over the domains of a list. */
export type YearOfAllJson<Routes extends DomainDefinition> = Omit<
  ReturnType<typeof yearOfAll>["Type"],
  "domains"
> & {
  readonly domains: { readonly [One in Routes as JournaledName<One>]?: YearJson<ReviewJson<One>> }
}

/** The latest entry of each domain, by its name. */
export const latestOfAll = (domains: ReadonlyArray<DomainDefinition>) => {
  const latest = domains.filter(({ domain }) => domain.journal !== undefined || domain.latest !== undefined)
  return wireAs(
    Schema.Struct(
      Object.fromEntries(latest.map(({ domain: { name } }) => [name, Schema.optionalKey(LatestEntry)])),
    ),
    (entries: ReadonlyArray<Parameters<typeof LatestEntry.of>[0]>) =>
      Object.fromEntries(entries.map((entry) => [entry.domain, LatestEntry.of(entry)])),
  )
}

/** The JSON of the latest entries of the domains of a list. */
export type LatestJson<Routes extends DomainDefinition> = {
  readonly [One in Routes as JournaledName<One>]?: typeof LatestEntry.Type
}
