import { BookSession, ReadingTime } from "@daybook/reading"
import * as Struct from "effect/Struct"
import { Instant, listOf, manyOf, wireForm } from "../../forRoutes.ts"
import { BookAnswer } from "../books/wire.ts"

const { days, granularity, minutes, pages, points } = ReadingTime.fields

/** Minutes and pages over time. */
export const TimeAnswer = wireForm({
  granularity,
  minutes: minutes.annotate({ description: "As measured by the devices" }),
  pages: pages.annotate({ description: "Screen pages; a page read twice on one day counts once" }),
  days: days.annotate({ description: "Days with reading" }),
  points: manyOf(wireForm(points.value.fields)),
})

/** Sessions, each with its book. */
export const Sessions = listOf(
  wireForm({
    startedAt: Instant,
    endedAt: Instant,
    ...Struct.pick(BookSession.fields, ["minutes", "pages"]),
    book: BookAnswer,
  }),
)
