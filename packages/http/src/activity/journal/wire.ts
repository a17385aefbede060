import { Entry, Granularity, type LocalDate } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { manyOf, wireAs, wireForm } from "../../wire/form.ts"
import { Instant } from "../../wire/query.ts"
import { ItemImage } from "../../wire/itemImage.ts"

const Count = Entry.fields.count.annotate({ description: "Entries, such as plays, runs or check-ins" })
const Day = Entry.fields.day.annotate({ description: "YYYY-MM-DD" })
const DayOrNone = wireAs(
  Schema.String.annotate({ description: "YYYY-MM-DD; empty where there is none" }),
  (day: LocalDate | undefined) => day ?? "",
)

/** The forms of counts: those of one domain, or with a field for each of several. */
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
})

/** The calendar and the trends of one domain. */
export const ofOneDomain = countsWith({})

/** The calendar and the trends of several domains. */
export const ofDomains = countsWith({
  byDomain: Schema.Record(Schema.String, Schema.Int).annotate({
    description: "The entries of each domain that was asked for",
  }),
})

const Streak = wireForm({ days: Schema.Int, from: DayOrNone, to: DayOrNone })

export const Streaks = wireForm({ current: Streak, longest: Streak })

export const ClockAnswer = wireForm({
  hours: Schema.Array(Schema.Int).annotate({
    description: "24 counts in the person's zone, from midnight, without entries that are known by day only",
  }),
  weekdays: Schema.Array(Schema.Int).annotate({ description: "7 counts, Monday first" }),
})

const FeedEntry = wireForm({
  id: Entry.fields.id.annotate({ description: "Unique in its domain, and stable" }),
  domain: Schema.String.annotate({ description: "The domain, such as running" }),
  kind: Entry.fields.kind.annotate({ description: "Such as play, article, film, run or check-in" }),
  at: Instant,
  dayOnly: Entry.fields.dayOnly.annotate({
    description: "True where the day alone is known: at is its noon in UTC",
  }),
  title: Entry.fields.title,
  subtitle: Entry.fields.subtitle,
  url: Entry.fields.url,
  image: Schema.optionalKey(ItemImage),
  item: Entry.fields.item.annotate({ description: "The item that tells more" }),
  count: Entry.fields.count.annotate({
    description: "The items that the entry stands for, such as the plays of an album in one sitting",
  }),
})

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
