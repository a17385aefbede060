import { Pagination, SyncDomain, SyncStatus } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { KeyRequired } from "../middleware/keyRequired.ts"
import { UnfitInput } from "../middleware/unfitInput.ts"
import { WorkFailed } from "./errors.ts"
import { paging } from "./query.ts"

const SyncOutcome = Schema.Struct({
  status: Schema.Literal("completed"),
  items_synced: Schema.Int.annotate({ description: "Items newly stored or changed" }),
  remaining: Schema.Int.annotate({ description: "0 when a call again would find nothing more to do now" }),
  timestamp: Schema.String,
})

const SyncRun = Schema.Struct({
  id: Schema.Int,
  domain: SyncDomain,
  status: SyncStatus,
  started_at: Schema.String,
  finished_at: Schema.String.annotate({ description: "Empty while it runs" }),
  items_synced: Schema.Int,
  error: Schema.String.annotate({ description: "Empty unless it failed" }),
})

const syncOf = <const Domain extends SyncDomain>(domain: Domain, more = "") =>
  HttpApiEndpoint.post(domain, `/v1/admin/sync/${domain}`, {
    success: SyncOutcome,
    error: WorkFailed,
  }).annotateMerge(
    OpenApi.annotations({
      summary: `Sync ${domain}`,
      description:
        `Reads what is new from every configured source of ${domain}. A second call waits for the first. ${more}`.trim(),
    }),
  )

export class SyncsGroup extends HttpApiGroup.make("syncs")
  .add(syncOf("listening"))
  .add(syncOf("attending"))
  .add(syncOf("collecting"))
  .add(syncOf("running"))
  .add(syncOf("watching"))
  .add(syncOf("reading"))
  .add(syncOf("places", "One call walks over at most 1,000 check-ins: repeat it until `remaining` is 0."))
  .add(
    HttpApiEndpoint.get("runs", "/v1/admin/sync", {
      query: paging,
      success: Schema.Struct({ data: Schema.Array(SyncRun), pagination: Pagination }),
    }).annotateMerge(OpenApi.annotations({ summary: "The last syncs", description: "Newest first." })),
  )
  .middleware(UnfitInput)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Syncs" })) {}
