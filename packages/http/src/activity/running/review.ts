import { LocalDate } from "@daybook/kernel"
import { manyOf, wireForm } from "../forRoutes.ts"
import { summaryFields, summaryNames } from "./wire.ts"

const Day = LocalDate.annotate({ description: "YYYY-MM-DD" })
const Month = wireForm({ start: Day, ...summaryFields }, summaryNames)
const Distance = wireForm({ day: Day, miles: summaryFields.miles }, { day: "date", miles: "distance_mi" })

/** Running's own part of a year in review. */
export const Review = wireForm(
  { ...summaryFields, months: manyOf(Month), cumulative: manyOf(Distance) },
  summaryNames,
)
