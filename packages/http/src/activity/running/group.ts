import { editEndpoints, Endpoint, keyedGroup, NotFound, Year, journalEndpoints } from "../forRoutes.ts"
import { runEditFields } from "@daybook/running"
import { listEndpoints } from "./lists/endpoints.ts"
import { RunAnswer } from "./lists/wire.ts"
import { Review } from "./review.ts"
import { YearAnswer } from "./wire.ts"

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
  }),
  ...listEndpoints,
  ...editEndpoints("Run", "running", runEditFields, RunAnswer),
  ...journalEndpoints("running", Review),
) {}
