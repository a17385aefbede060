import { type Domain, type DomainName, type DomainSync, SetAsideRow, SyncRun } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  Instant,
  InstantOrEmpty,
  InvalidRequest,
  JsonBody,
  KeyRequired,
  WorkFailed,
  listOf,
  paging,
  wireForm,
} from "../../forRoutes.ts"

export const Synced = wireForm(
  {
    status: Schema.Literal("completed"),
    itemsSynced: Schema.Int.annotate({ description: "Items newly stored or changed" }),
    remaining: Schema.Int.annotate({
      description:
        "0 when a call again would find nothing more to do now; at least 1 where the call's 60 s were over before",
    }),
    finishedAt: Instant,
  },
  { finishedAt: "timestamp" },
)

export const SyncRunRows = listOf(
  wireForm({
    id: SyncRun.fields.id,
    domain: SyncRun.fields.domain.annotate({ description: "The domain, such as listening" }),
    status: SyncRun.fields.status,
    startedAt: Instant,
    finishedAt: InstantOrEmpty.annotate({ description: "Empty while it runs" }),
    itemsSynced: SyncRun.fields.itemsSynced,
    setAside: SyncRun.fields.setAside.annotate({
      description: "Rows that could not be read, and are set aside",
    }),
    error: SyncRun.fields.error.annotate({ description: "Empty unless it failed" }),
  }),
)

export const SetAsideRows = listOf(
  wireForm({
    id: SetAsideRow.fields.id,
    domain: SetAsideRow.fields.domain.annotate({ description: "The domain, such as listening" }),
    source: SetAsideRow.fields.source.annotate({ description: "The service, such as lastfm" }),
    reason: SetAsideRow.fields.reason.annotate({
      description: "The field that does not fit, and what was expected of it",
    }),
    raw: SetAsideRow.fields.raw.annotate({
      description: "The row as JSON; its beginning where it is very long",
    }),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
    tries: SetAsideRow.fields.tries.annotate({ description: "How often it did not fit" }),
  }),
)

const message = "must be a list of whole numbers from 1, of at most 9 digits"

const RetryRequest = Schema.Struct({
  ids: Schema.optionalKey(
    Schema.Array(
      Schema.Number.annotate({ message }).check(
        Schema.isInt({ message }),
        Schema.isBetween({ minimum: 1, maximum: 999_999_999 }, { message }),
      ),
    ).annotate({ description: "All rows, where left out", message }),
  ),
})

const syncOf = <const Name extends DomainName>({ name, sync: { note = "" } }: SyncedDomain<Name>) =>
  HttpApiEndpoint.post(name, `/v1/admin/sync/${name}`, {
    success: Synced,
    error: WorkFailed,
  }).annotateMerge(
    OpenApi.annotations({
      summary: `Sync ${name}`,
      description:
        `Reads what is new from every configured source of ${name}, for 60 s at most: repeat it while \`remaining\` is ` +
        `not 0. A second call waits for the first. ${note}`.trim(),
    }),
  )

/** A domain that can be synced. */
export interface SyncedDomain<out Name extends DomainName = DomainName, out R = unknown> extends Domain<
  Name,
  R
> {
  readonly sync: DomainSync<R>
}

/** The names of those domains that can be synced. */
export type SyncedNames<Described extends Domain> = Described extends SyncedDomain<infer Name> ? Name : never

type SyncEndpoint<Name extends DomainName> = Name extends DomainName ? ReturnType<typeof syncOf<Name>> : never

/** Those of the domains that can be synced. */
export const syncedOf = <Name extends DomainName, R>(
  domains: ReadonlyArray<Domain<Name, R>>,
): ReadonlyArray<SyncedDomain<Name, R>> =>
  domains.filter((domain): domain is SyncedDomain<Name, R> => domain.sync !== undefined)

/** Starts the syncs of these domains, and tells of those that were. */
export const syncsGroup = <Name extends DomainName>(domains: ReadonlyArray<SyncedDomain<Name>>) =>
  HttpApiGroup.make("syncs")
    // A list does not say which domain each endpoint belongs to: the type takes the names from the domains.
    .add(...(domains.map(syncOf) as unknown as readonly [SyncEndpoint<Name>]))
    .add(
      HttpApiEndpoint.get("runs", "/v1/admin/sync", {
        query: paging,
        success: SyncRunRows,
      }).annotateMerge(OpenApi.annotations({ summary: "Last syncs", description: "Newest first." })),
    )
    .add(
      HttpApiEndpoint.get("setAside", "/v1/admin/sync/set-aside", {
        query: paging,
        success: SetAsideRows,
      }).annotateMerge(
        OpenApi.annotations({
          summary: "Rows that are set aside",
          description:
            "What sources listed and could not be read, and plays from the future; newest first. A row leaves when it " +
            "is read after all: it is tried again after an update of the server, and on request. Of one source 1,000 are kept.",
        }),
      ),
    )
    .add(
      HttpApiEndpoint.post("retrySetAside", "/v1/admin/sync/set-aside/retry", {
        payload: RetryRequest,
        success: Schema.Struct({
          due: Schema.Int.annotate({ description: "Rows that the next sync of their domain tries first" }),
        }),
        error: BadRequest,
      })
        .middleware(JsonBody)
        .annotateMerge(
          OpenApi.annotations({
            summary: "Try rows that are set aside again",
            description: "All of them, or those that `ids` names. A row that was cut cannot be tried again.",
          }),
        ),
    )
    .middleware(InvalidRequest)
    .middleware(KeyRequired)
    .annotateMerge(OpenApi.annotations({ title: "Syncs" }))
