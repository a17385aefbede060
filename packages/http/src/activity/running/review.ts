import { LocalDate } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { manyOf, optionalForm, wireForm } from "../forRoutes.ts"
import { summaryFields, summaryNames } from "./wire.ts"

const Day = LocalDate.annotate({ description: "YYYY-MM-DD" })
const Month = wireForm({ start: Day, ...summaryFields }, summaryNames)
const Distance = wireForm({ day: Day, miles: summaryFields.miles }, { day: "date", miles: "distance_mi" })

const reviewFields = { ...summaryFields, months: manyOf(Month), cumulative: manyOf(Distance) }

/** Running's own part of a year in review. */
export const Review = wireForm(reviewFields, summaryNames)

const trainingFields = { year: Schema.Int, ...reviewFields }

/** A year of training compared with the one before. */
export const TrainingAnswer = wireForm(
  {
    ...trainingFields,
    previous: optionalForm(wireForm(trainingFields, summaryNames)),
    years: Schema.Array(Schema.Int).annotate({ description: "The years that have runs, newest first" }),
  },
  summaryNames,
)
