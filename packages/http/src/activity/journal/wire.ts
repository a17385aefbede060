import type { DomainMonth, DomainYear } from "@daybook/journal"
import { Entry, Granularity, itemsHiding, type LocalDate } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { type HiddenBy, manyOf, optionalForm, wireAs, type WireForm, wireForm } from "../../wire/form.ts"
import { Instant } from "../../wire/query.ts"
import { ItemImage } from "../../wire/itemImage.ts"
import type { Shown } from "../itemImages.ts"

export const Count = Entry.fields.count.annotate({ description: "Entries, such as plays, runs or check-ins" })
export const Day = Entry.fields.day.annotate({ description: "YYYY-MM-DD" })
export const DayOrNone = wireAs(
  Schema.String.annotate({ description: "YYYY-MM-DD; empty if there is none" }),
  (day: LocalDate | undefined) => day ?? "",
)

export const ByDomain = Schema.Record(Schema.String, Schema.Int).annotate({
  description: "The entries of each requested domain",
})

const Streak = wireForm({ days: Schema.Int, from: DayOrNone, to: DayOrNone })

export const Streaks = wireForm({ current: Streak, longest: Streak })

export const ClockAnswer = wireForm({
  hours: Schema.Array(Schema.Int).annotate({
    description: "24 counts from midnight in your time zone, without entries that only have a day",
  }),
  weekdays: Schema.Array(Schema.Int).annotate({ description: "7 counts, Monday first" }),
})

const hiddenBy: HiddenBy<{ readonly domain: string } & Parameters<typeof itemsHiding>[0]> = {
  domain: ({ domain }) => domain,
  by: itemsHiding,
}

/** The fields of an entry; its instant apart, which the latest one may not have. */
export const entryWith = <const At extends Schema.Constraint>(at: At) =>
  wireForm(
    {
      id: Entry.fields.id.annotate({ description: "Unique in its domain, and stable" }),
      domain: Schema.String.annotate({ description: "The domain, such as running" }),
      kind: Entry.fields.kind.annotate({ description: "Such as play, article, film, run or check-in" }),
      at,
      dayOnly: Entry.fields.dayOnly.annotate({
        description: "True if only the day is known: at is noon UTC of that day",
      }),
      title: Entry.fields.title,
      subtitle: Entry.fields.subtitle,
      url: Entry.fields.url,
      image: Schema.optionalKey(ItemImage),
      item: Entry.fields.item.annotate({ description: "The item with the details" }),
      count: Entry.fields.count.annotate({
        description: "The items grouped in this entry, such as the plays of an album in one session",
      }),
    },
    {},
    hiddenBy,
  )

export const FeedEntry = entryWith(Instant)

/** An entry as webhooks receive it: as in a feed, without an image, which follows later. */
export const eventData = (entry: Entry & { readonly domain: string }): object => FeedEntry.of(entry)

/** The fields of any stretch of time in review. */
const inReview = <const Fields extends Schema.Struct.Fields>(stretch: string, byDomain: Fields) => ({
  count: Count,
  previousCount: Count.annotate({ description: `The entries of the ${stretch} before` }),
  activeDays: Schema.Int.annotate({ description: "Days that have an entry" }),
  ...byDomain,
  busiestDay: wireForm({ start: DayOrNone, count: Count, ...byDomain }, { start: "date" }),
  longestStreak: Streak,
  first: optionalForm(FeedEntry),
  last: optionalForm(FeedEntry),
})

/** The forms of counts: of one domain, or with a field for each of several. */
const countsWith = <const Fields extends Schema.Struct.Fields>(byDomain: Fields) => ({
  calendar: wireForm(
    {
      year: Schema.Int,
      count: Count,
      max: Schema.Int.annotate({ description: "The most entries of one day" }),
      ...byDomain,
      days: manyOf(wireForm({ day: Day, count: Count, ...byDomain }, { day: "date" })),
    },
    { count: "total" },
  ),
  trends: wireForm(
    {
      granularity: Granularity,
      count: Count,
      ...byDomain,
      points: manyOf(wireForm({ start: Day, count: Count, ...byDomain })),
    },
    { count: "total" },
  ),
  /** The fields of a year in review. */
  year: {
    year: Schema.Int,
    ...inReview("year", byDomain),
    months: manyOf(wireForm({ start: Day, count: Count, ...byDomain })),
    busiestMonth: wireForm({ start: DayOrNone, count: Count, ...byDomain }),
  },
  /** The fields of a month in review. */
  month: {
    year: Schema.Int,
    month: Schema.Int.annotate({ description: "1 to 12" }),
    ...inReview("month", byDomain),
    days: manyOf(wireForm({ start: Day, count: Count, ...byDomain }, { start: "date" })),
  },
})

/** The calendar and the trends of one domain. */
export const ofOneDomain = countsWith({})

/** The calendar and the trends of several domains. */
export const ofDomains = countsWith({ byDomain: ByDomain })

/** The names of fields of a year in review that are not the fields' own. */
export const yearNames = { count: "total", previousCount: "previous_total" } as const

const YearOfOne = wireForm(ofOneDomain.year, yearNames)
const MonthOfOne = wireForm(ofOneDomain.month, yearNames)

/** The form of a domain's part of a year in review, such as its tops. */
export interface ReviewForm<in Own = never, out Json = unknown> extends WireForm<Own, Json> {}

/** The JSON of a domain's year in review; `Own` is the domain's part. */
export type YearJson<Own> = typeof YearOfOne.Type &
  ([Own] extends [never] ? unknown : { readonly review: Own })

/** The JSON of a domain's month in review. */
export type MonthJson<Own> = typeof MonthOfOne.Type &
  ([Own] extends [never] ? unknown : { readonly review: Own })

/** The form of a domain's year in review, with the domain's part if it has one. */
export const yearOf = <Own = never>(
  review?: ReviewForm<never, Own>,
): WireForm<Shown<DomainYear>, YearJson<Own>> =>
  // The form of a review takes what its domain gives, which `domainRoutes` has checked.
  (review === undefined ? YearOfOne : wireForm({ ...ofOneDomain.year, review }, yearNames)) as never

/** The form of a domain's month in review, with the same part of its own. */
export const monthOf = <Own = never>(
  review?: ReviewForm<never, Own>,
): WireForm<Shown<DomainMonth>, MonthJson<Own>> =>
  (review === undefined ? MonthOfOne : wireForm({ ...ofOneDomain.month, review }, yearNames)) as never
