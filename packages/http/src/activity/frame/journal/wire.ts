import * as Schema from "effect/Schema"
import { manyOf, optionalForm, wireAs, type WireForm, wireForm } from "../../../wire/form.ts"
import { InstantOrEmpty } from "../../../wire/query.ts"
import {
  ByDomain,
  Count,
  Day,
  DayOrNone,
  entryWith,
  FeedEntry,
  type MonthJson,
  monthOf,
  ofDomains,
  type YearJson,
  yearNames,
  yearOf,
} from "../../journal/wire.ts"
import type { DomainDefinition, JournaledName, ReviewJson } from "../../definition.ts"

// The forms over all domains. They are apart from those of one domain, so that the client of one domain lacks them.

/** The latest entry of a domain. */
export const LatestEntry = entryWith(
  InstantOrEmpty.annotate({ description: "Empty while it continues, such as a playing track" }),
)

export const FeedAnswer = wireForm(
  {
    entries: manyOf(FeedEntry),
    nextCursor: Schema.String.annotate({ description: "Asks for the entries after these; empty at the end" }),
  },
  { entries: "data" },
)

export const OnThisDayAnswer = wireForm({
  date: Day,
  years: manyOf(wireForm({ year: Schema.Int, entries: manyOf(FeedEntry) }, { entries: "data" })),
})

/** A day compared with the owner's other days. */
export const TodayAnswer = wireForm({
  date: Day,
  streak: Schema.Int.annotate({
    description: "Days in a row with an entry, up to this day or the one before",
  }),
  day: DayOrNone.annotate({ description: "The newest day with entries, up to date; empty if there is none" }),
  entries: manyOf(FeedEntry),
  headline: manyOf(FeedEntry),
  week: wireForm({
    from: Day,
    to: Day,
    domains: manyOf(
      wireForm({
        domain: Schema.String,
        count: Count,
        usual: Schema.Int.annotate({
          description: "The median of the twelve weeks before, up to the same weekday",
        }),
        seconds: Schema.Int.annotate({ description: "The time that its entries took; 0 if unknown" }),
        usualSeconds: Schema.Int.annotate({ description: "The same of a usual week" }),
      }),
    ),
  }),
  onThisDay: manyOf(wireForm({ year: Schema.Int, entries: manyOf(FeedEntry) }, { entries: "data" })),
  month: optionalForm(wireForm({ start: Day, count: Count, byDomain: ByDomain, best: manyOf(FeedEntry) })),
  lately: manyOf(FeedEntry),
})

/** The years that have entries. */
export const YearsAnswer = wireForm(
  { years: manyOf(wireForm({ year: Schema.Int, count: Count, byDomain: ByDomain }, { count: "total" })) },
  { years: "data" },
)

// A list does not say which fields each of its domains adds to a response: types take them from the domains.

/** The domains of a list that have entries. */
export const journaledOf = <Routes extends DomainDefinition>(domains: ReadonlyArray<Routes>) =>
  domains.filter(({ domain: { journal } }) => journal !== undefined)

/** Each domain's part of a review, by its name. A domain without an entry in it is left out. */
const byDomainName = <Part extends { readonly domain: string; readonly count: number }, Json>(
  domains: ReadonlyArray<DomainDefinition>,
  formOf: (review: DomainDefinition["review"]) => WireForm<Part, Json>,
) => {
  const forms = new Map(journaledOf(domains).map(({ domain: { name }, review }) => [name, formOf(review)]))
  return wireAs(
    Schema.Struct(Object.fromEntries(Array.from(forms, ([name, form]) => [name, Schema.optionalKey(form)]))),
    (parts: ReadonlyArray<Part>) =>
      Object.fromEntries(
        parts.flatMap((part) => {
          const json = part.count === 0 ? undefined : forms.get(part.domain)?.of(part)
          return json === undefined ? [] : [[part.domain, json]]
        }),
      ),
  )
}

/** A year in review over all domains. */
export const yearOfAll = (domains: ReadonlyArray<DomainDefinition>) =>
  wireForm({ ...ofDomains.year, domains: byDomainName(domains, (review) => yearOf(review)) }, yearNames)

/** A month in review over all domains. */
export const monthOfAll = (domains: ReadonlyArray<DomainDefinition>) =>
  wireForm({ ...ofDomains.month, domains: byDomainName(domains, (review) => monthOf(review)) }, yearNames)

/** The JSON of a year in review over the domains of a list. */
export type YearOfAllJson<Routes extends DomainDefinition> = Omit<
  ReturnType<typeof yearOfAll>["Type"],
  "domains"
> & {
  readonly domains: { readonly [One in Routes as JournaledName<One>]?: YearJson<ReviewJson<One>> }
}

/** The JSON of a month in review over the domains of a list. */
export type MonthOfAllJson<Routes extends DomainDefinition> = Omit<
  ReturnType<typeof monthOfAll>["Type"],
  "domains"
> & {
  readonly domains: { readonly [One in Routes as JournaledName<One>]?: MonthJson<ReviewJson<One>> }
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
