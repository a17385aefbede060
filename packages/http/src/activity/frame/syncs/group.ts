import { type DomainName, StoredRejectedRow, SyncRun } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import {
  Endpoint,
  Instant,
  InstantOrEmpty,
  JsonBody,
  keyedGroup,
  WorkFailed,
  listOf,
  paging,
  wireForm,
} from "../../forRoutes.ts"
import type { DomainOutline } from "../../definition.ts"

export const Synced = wireForm(
  {
    status: Schema.Literal("completed"),
    itemsSynced: Schema.Int.annotate({ description: "Items newly stored or changed" }),
    remaining: Schema.Int.annotate({
      description: "0 if nothing is left to do now; at least 1 if the 60 s ran out first",
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
    finishedAt: InstantOrEmpty.annotate({ description: "Empty while the sync runs" }),
    itemsSynced: SyncRun.fields.itemsSynced,
    setAside: SyncRun.fields.setAside.annotate({
      description: "Rows that could not be read and were set aside",
    }),
    error: SyncRun.fields.error.annotate({ description: "Empty unless the sync failed" }),
  }),
)

export const SetAsideRows = listOf(
  wireForm({
    id: StoredRejectedRow.fields.id,
    domain: StoredRejectedRow.fields.domain.annotate({ description: "The domain, such as listening" }),
    source: StoredRejectedRow.fields.source.annotate({ description: "The service, such as lastfm" }),
    reason: StoredRejectedRow.fields.reason.annotate({
      description: "The field that does not fit and its expected form",
    }),
    raw: StoredRejectedRow.fields.raw.annotate({
      description: "The row as JSON, truncated if very long",
    }),
    firstSeenAt: Instant,
    lastSeenAt: Instant,
    tries: StoredRejectedRow.fields.tries.annotate({ description: "The number of failed attempts" }),
    acceptable: Schema.Boolean.annotate({
      description: "True for a doubtful item of a file: accept it to store it",
    }),
  }),
)

const message = "must be a list of whole numbers from 1, of at most 9 digits"

const ids = Schema.Array(
  Schema.Number.annotate({ message }).check(
    Schema.isInt({ message }),
    Schema.isBetween({ minimum: 1, maximum: 999_999_999 }, { message }),
  ),
)

const RetryRequest = Schema.Struct({
  ids: Schema.optionalKey(ids.annotate({ description: "The ids of the rows; all rows by default", message })),
}).annotate({ examples: [{ ids: [1, 2] }] })

const AcceptRequest = Schema.Struct({
  ids: ids.annotate({ description: "The ids of the rows", message }),
}).annotate({ examples: [{ ids: [1, 2] }] })

const syncOf = <const Name extends DomainName>({
  name,
  sync: { note = "" },
}: SyncedOutline & { readonly name: Name }) =>
  Endpoint.post(name, `/v1/admin/sync/${name}`, {
    success: Synced,
    error: WorkFailed,
    summary: `Sync ${name}`,
    description:
      `Reads new items from every configured source of ${name}, for at most 60 s: repeat the call while ` +
      `\`remaining\` is not 0. A second call waits for the first. ${note}`.trim(),
  })

type SyncedOutline = DomainOutline & Required<Pick<DomainOutline, "sync">>

/** The names of the domains that can be synced. */
export type SyncedNames<Described> = Described extends {
  readonly name: infer Name extends DomainName
  readonly sync: unknown
}
  ? Name
  : never

type SyncEndpoint<Name extends DomainName> = Name extends DomainName ? ReturnType<typeof syncOf<Name>> : never

/** The domains that can be synced. */
export const syncedOf = <Described extends DomainOutline>(domains: ReadonlyArray<Described>) =>
  domains.filter(
    (domain): domain is Described & { readonly sync: NonNullable<Described["sync"]> } =>
      domain.sync !== undefined,
  )

/** The endpoints that sync these domains, the record of syncs, and the rows set aside. */
export const syncsGroup = <Name extends DomainName>(domains: ReadonlyArray<SyncedOutline>) =>
  keyedGroup(
    "syncs",
    "Syncs",
    // A list does not say which domain each endpoint belongs to: the type takes the names from the domains.
    ...(domains.map(syncOf) as unknown as readonly [SyncEndpoint<Name>]),
    Endpoint.get("runs", "/v1/admin/sync", {
      query: paging,
      success: SyncRunRows,
      summary: "List syncs",
      description: "Newest first.",
    }),
    Endpoint.get("setAside", "/v1/admin/sync/set-aside", {
      query: paging,
      success: SetAsideRows,
      summary: "List rejected rows",
      description:
        "Rows that could not be read, items dated in the future, and doubtful items in files; newest first. A row is " +
        "retried after an update of the server and on request, and leaves once it can be read. A doubtful item, such as a " +
        "track that names no sport and does not look like a run, leaves once it is accepted. At most 1,000 are stored per source.",
    }),
    Endpoint.post("retrySetAside", "/v1/admin/sync/set-aside/retry", {
      payload: RetryRequest,
      success: Schema.Struct({
        due: Schema.Int.annotate({ description: "Rows that the next sync of their domain will try first" }),
      }),
      summary: "Retry rejected rows",
      description:
        "Marks all rows, or the rows in `ids`, for the next sync. A truncated row cannot be retried.",
    }).middleware(JsonBody),
    Endpoint.post("acceptSetAside", "/v1/admin/sync/set-aside/accept", {
      payload: AcceptRequest,
      success: Schema.Struct({
        accepted: Schema.Int.annotate({
          description: "Number of items stored. Rows that are not doubtful items remain",
        }),
      }),
      summary: "Accept doubtful items",
      description:
        "Stores the doubtful items in `ids`: a recorded track becomes a run. They leave the rejected rows, and are not " +
        "set aside again by another import.",
    }).middleware(JsonBody),
  )
