import {
  AnyParameters,
  dateRange,
  editEndpoints,
  eitherFlag,
  Endpoint,
  journalEndpoints,
  keyedGroup,
  NotFound,
  paging,
  sorting,
  text,
  Year,
} from "../forRoutes.ts"
import { runEditFields, runSorts } from "@daybook/running"
import { EddingtonAnswer, GearList, Records, RunAnswer, Runs, StatsAnswer, Years } from "./lists/wire.ts"
import { MapAnswer } from "./lists/map.ts"
import { trendsQuery } from "../journal/endpoints.ts"
import { ProgressAnswer, Sports } from "./lists/sums.ts"
import { Review, TrainingAnswer } from "./review.ts"
import { YearAnswer } from "./wire.ts"
import * as Schema from "effect/Schema"
import * as SchemaGetter from "effect/SchemaGetter"
import { bbox } from "../../wire/position.ts"

/** Miles in a query. */
const miles = (description: string) =>
  Schema.String.annotate({ description })
    .check(Schema.isPattern(/^\d{1,4}(\.\d{1,3})?$/, { message: "must be miles, such as 6 or 13.1" }))
    .pipe(
      Schema.decodeTo(Schema.Finite, {
        decode: SchemaGetter.transform(Number),
        encode: SchemaGetter.transform(String),
      }),
    )

export class RunningGroup extends keyedGroup(
  "running",
  "Running",
  Endpoint.get("year", "/v1/running/stats/years/:year", {
    params: { year: Year },
    success: YearAnswer,
    error: NotFound,
    summary: "A year of running",
    description:
      "The totals of a year's runs. A run belongs to the day of its start at the place of its start.",
  }).annotate(AnyParameters, true),
  Endpoint.get("recent", "/v1/running/recent", {
    query: { ...paging, ...dateRange },
    success: Runs,
    summary: "Recent runs",
    description: "Runs, all time or in a range, newest first.",
  }),
  Endpoint.get("activities", "/v1/running/activities", {
    query: {
      q: Schema.optionalKey(text("Part of the name, shoes or city, ignoring case and accents")),
      race: Schema.optionalKey(eitherFlag("true: only races; false: only other runs")),
      gear: Schema.optionalKey(text("Only runs in these shoes, by their id")),
      city: Schema.optionalKey(text("Only runs in this city")),
      min_mi: Schema.optionalKey(miles("Only runs of at least this many miles")),
      max_mi: Schema.optionalKey(miles("Only runs of at most this many miles")),
      sport: Schema.optionalKey(
        text("Activities of another sport instead of runs, such as ride; all for those of every other sport"),
      ),
      ...sorting(runSorts),
      ...paging,
      ...dateRange,
    },
    success: Runs,
    summary: "All runs",
    description:
      "Sorted by start, distance, moving time, pace or climb; the fastest pace comes first by default. A range selects by " +
      "the days of the runs. A sport cannot be combined with q.",
  }),
  Endpoint.get("sports", "/v1/running/sports", {
    query: { ...paging, ...dateRange },
    success: Sports,
    summary: "Other sports",
    description:
      "The totals of rides, swims, walks and every other sport, all time or in a range, the most frequent first. They " +
      "count as no runs anywhere else.",
  }),
  Endpoint.get("progress", "/v1/running/progress", {
    query: trendsQuery,
    success: ProgressAnswer,
    summary: "Distance, climb and pace over time",
    description:
      "The totals of runs by day, week, month or year, all time or in a range, with the miles since the first of them. " +
      "Times without a run are left out.",
  }),
  Endpoint.get("activity", "/v1/running/activities/:id", {
    params: { id: text("The id of a run, such as strava:1234") },
    success: RunAnswer,
    error: NotFound,
    summary: "One run",
    description:
      "With its splits by mile and kilometre, its laps, its best times and its track of at most 2,000 points. They are " +
      "empty until they have been fetched, and for runs without any.",
  }),
  Endpoint.get("stats", "/v1/running/stats", {
    success: StatsAnswer,
    summary: "All of running",
    description: "The totals of all runs.",
  }),
  Endpoint.get("years", "/v1/running/stats/years", {
    query: paging,
    success: Years,
    summary: "The years of running",
    description: "The totals of each year that has a run, newest first.",
  }),
  Endpoint.get("records", "/v1/running/records", {
    query: paging,
    success: Records,
    summary: "Records",
    description:
      "The best times over 1 km, a mile, 5 km, 10 km, half a marathon and a marathon within a run, in elapsed time; the " +
      "longest run, the run with the most climb, and the fastest pace of a run. Whole runs count from a mile.",
  }),
  Endpoint.get("races", "/v1/running/races", {
    query: { ...paging, ...dateRange },
    success: Runs,
    summary: "Races",
    description: "Runs that the service marks as races, newest first.",
  }),
  Endpoint.get("gear", "/v1/running/gear", {
    query: paging,
    success: GearList,
    summary: "Shoes",
    description: "With their runs and miles, most miles first.",
  }),
  Endpoint.get("eddington", "/v1/running/eddington", {
    success: EddingtonAnswer,
    summary: "Eddington numbers",
    description:
      "The largest number n such that you ran at least n miles (or kilometres) on n days, and the days missing " +
      "for the next number.",
  }),
  Endpoint.get("training", "/v1/running/training", {
    query: { year: Schema.optionalKey(Year) },
    success: TrainingAnswer,
    summary: "A year of training",
    description:
      "A year's runs by month and added up by day, compared with the year before. By default " +
      "the newest year that has a run; previous is missing if the year before has none.",
  }),
  Endpoint.get("map", "/v1/running/map", {
    query: { bbox: bbox("runs that come"), ...dateRange },
    success: MapAnswer,
    summary: "Runs on a map",
    description:
      "Lines of the newest 3,000 runs, all time or in a range, simplified to within 20 metres; with a bbox the newest " +
      "400 of them that come within it. Runs without a line are left out.",
  }),
  ...editEndpoints("Run", "running", runEditFields, RunAnswer),
  ...journalEndpoints("running", Review),
) {}
