// The groups that report a workspace's requests, usage and erasures.
import { RequestStatus } from "@daybook/profiles"
import * as Schema from "effect/Schema"
import { optional } from "../wire/query.ts"
import { Endpoint } from "../wire/endpoint.ts"
import { NotFound } from "./errors.ts"
import { ErasuresAnswer, RequestAnswer, RequestsAnswer, UsageAnswer } from "./replies.ts"
import { place, workspaceGroup } from "./workspaceKey.ts"

/** Requests and their outcomes. */
export class RequestsGroup extends workspaceGroup(
  "requests",
  "Requests",
  Endpoint.get("list", "/v1/:wsid/:version/requests", {
    params: place,
    query: {
      after: optional(
        Schema.String,
        "`next_cursor` of the page before, or an instant: requests accepted after it",
      ),
      status: optional(Schema.String, `One of ${RequestStatus.literals.join(", ")}`),
      limit: optional(Schema.String, "Requests of a page, 1 to 1,000; 100 by default"),
    },
    success: RequestsAnswer,
    summary: "List requests and their outcomes",
    description:
      "In the order of acceptance, oldest first. A page may have fewer requests than its limit and still have a next one; an empty page is the last. Requests " +
      "expire after `REQUEST_RETENTION_DAYS`, 7 by default.",
  }),
  Endpoint.get("get", "/v1/:wsid/:version/requests/:request_id", {
    params: { ...place, request_id: Schema.String },
    success: RequestAnswer,
    error: NotFound,
    summary: "Get the outcome of a request",
    description:
      "Requests expire after `REQUEST_RETENTION_DAYS`, 7 by default. For a batch, `changes` has the outcome of each valid item.",
  }),
) {}

/** The use of a workspace, and its limits. */
export class UsageGroup extends workspaceGroup(
  "usage",
  "Usage",
  Endpoint.get("get", "/v1/:wsid/:version/usage", {
    params: place,
    success: UsageAnswer,
    summary: "Get the number of profiles, of properties, and of requests by day, and the limits",
    description:
      "Covers the last 366 days. Each accepted request and each profile is counted exactly once. `limits` has the quotas " +
      "and rate of the workspace, and the rest of its quotas in this version of its data.",
  }),
) {}

/** The log of erasures. */
export class ErasuresGroup extends workspaceGroup(
  "erasures",
  "Erasures",
  Endpoint.get("list", "/v1/:wsid/:version/erasures", {
    params: place,
    query: {
      distinct_id: optional(Schema.String, "Only erasures of profiles that this distinct ID led to"),
      cursor: optional(Schema.String, "`next_cursor` of the page before"),
      limit: optional(Schema.String, "Erasures of a page, 1 to 1,000; 100 by default"),
    },
    success: ErasuresAnswer,
    summary: "List the erasures of profiles",
    description:
      "Oldest first. An erasure that found nothing is not listed. The log has only hashes of distinct IDs. Entries expire " +
      "after `ERASURE_LOG_DAYS`, 365 by default.",
  }),
) {}
