import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  editEndpoints,
  InvalidRequest,
  KeyRequired,
  NotFound,
  Year,
  journalEndpoints,
} from "../forRoutes.ts"
import { runEditFields } from "@daybook/running"
import { listEndpoints } from "./lists/endpoints.ts"
import { RunAnswer } from "./lists/wire.ts"
import { Review } from "./review.ts"
import { YearAnswer } from "./wire.ts"

export class RunningGroup extends HttpApiGroup.make("running")
  .add(
    HttpApiEndpoint.get("year", "/v1/running/stats/years/:year", {
      params: { year: Year },
      success: YearAnswer,
      error: [BadRequest, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "A year of running",
        description:
          "The totals of a year's runs. A run belongs to the day of its start at the place of its start.",
      }),
    ),
  )
  .add(...listEndpoints)
  .add(...editEndpoints("Run", "running", runEditFields, RunAnswer))
  .add(...journalEndpoints("running", Review))
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Running" })) {}
