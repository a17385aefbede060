import { PropertyValue } from "@daybook/profiles"
import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { optional } from "../wire/query.ts"

const distinctId = Schema.String.annotate({ description: "The profile's distinct ID, 1 to 255 characters" })

const Values = Schema.Record(Schema.String, PropertyValue).annotate({
  description:
    "1 to 1,000 names and values. A name has 1 to 255 characters and does not start with $. A value is a text of at " +
    "most 255 characters, a number, true or false, an ISO 8601 date, or a list of texts, numbers and dates.",
})

const Items = Schema.Union([
  Schema.String,
  Schema.Finite,
  Schema.Array(Schema.Union([Schema.String, Schema.Finite])),
])

const fields = {
  $once: Values,
  $set: Values,
  $unset: Schema.Array(Schema.String).annotate({ description: "1 to 1,000 names" }),
  $add: Schema.Record(Schema.String, Schema.Finite).annotate({
    description: "1 to 1,000 names and numbers; an unset property counts as 0",
  }),
  $append: Schema.Record(Schema.String, Items).annotate({
    description: "1 to 1,000 names, each with an item or a list of items to add at the end",
  }),
  $union: Schema.Record(Schema.String, Items).annotate({
    description: "1 to 1,000 names, each with an item or a list of items to add if the list lacks them",
  }),
  $remove: Schema.Record(Schema.String, Items).annotate({
    description: "1 to 1,000 names, each with an item or a list of items; every equal item is removed",
  }),
}

export const idempotencyKey = {
  "idempotency-key": optional(
    Schema.String,
    "1 to 255 characters; repeating key and body within 24 hours repeats no request",
  ),
}

const requestId = Schema.String.annotate({ description: "The id of the request, which is stored durably" })

/** The request, profile and time of the examples. */
export const sample = {
  request_id: "0f9a3c52-6d0e-4c1b-9b58-2f1f0a7f6d11",
  distinct_id: "reader-1204",
  at: "2026-05-04T09:30:00.000Z",
} as const

/** The contract's response to set-once. */
export const Accepted = Schema.Struct({ request_id: requestId })
  .annotate({ examples: [{ request_id: sample.request_id }] })
  .pipe(HttpApiSchema.status(202))

const acceptedFields = { request_id: requestId, status: Schema.Literal("ok"), _message: Schema.String }
const accepted = { request_id: sample.request_id, status: "ok", _message: "The request is accepted" } as const

export const AcceptedChange = Schema.Struct(acceptedFields)
  .annotate({ examples: [accepted] })
  .pipe(HttpApiSchema.status(202))

/** The body of an operation, by its field. */
export const bodies = {
  $once: Schema.Struct({ $once: fields.$once, distinct_id: distinctId }).annotate({
    examples: [{ $once: { first_seen: "2026-05-04", plan: "trial" }, distinct_id: sample.distinct_id }],
  }),
  $set: Schema.Struct({ $set: fields.$set, distinct_id: distinctId }).annotate({
    examples: [
      { $set: { plan: "yearly", visits: 12, topics: ["film", "running"] }, distinct_id: sample.distinct_id },
    ],
  }),
  $unset: Schema.Struct({ $unset: fields.$unset, distinct_id: distinctId }).annotate({
    examples: [{ $unset: ["trial_ends"], distinct_id: sample.distinct_id }],
  }),
  $add: Schema.Struct({ $add: fields.$add, distinct_id: distinctId }).annotate({
    examples: [{ $add: { visits: 1 }, distinct_id: sample.distinct_id }],
  }),
  $append: Schema.Struct({ $append: fields.$append, distinct_id: distinctId }).annotate({
    examples: [{ $append: { topics: ["cooking"] }, distinct_id: sample.distinct_id }],
  }),
  $union: Schema.Struct({ $union: fields.$union, distinct_id: distinctId }).annotate({
    examples: [{ $union: { topics: ["cooking", "film"] }, distinct_id: sample.distinct_id }],
  }),
  $remove: Schema.Struct({ $remove: fields.$remove, distinct_id: distinctId }).annotate({
    examples: [{ $remove: { topics: "running" }, distinct_id: sample.distinct_id }],
  }),
}

export const BatchBody = Schema.Struct({
  batch: Schema.Array(
    Schema.Struct({
      distinct_id: distinctId,
      action: Schema.Struct({
        $unset: Schema.optionalKey(fields.$unset),
        $set: Schema.optionalKey(fields.$set),
        $once: Schema.optionalKey(fields.$once),
        $add: Schema.optionalKey(fields.$add),
        $append: Schema.optionalKey(fields.$append),
        $union: Schema.optionalKey(fields.$union),
        $remove: Schema.optionalKey(fields.$remove),
      }).annotate({
        description: "One or more; applied in the order $unset, $set, $once, $add, $append, $union, $remove",
      }),
    }),
  ).annotate({ description: "1 to 1,000 items, applied in order, as if sent one by one" }),
}).annotate({
  examples: [
    {
      batch: [
        {
          distinct_id: sample.distinct_id,
          action: { $once: { first_seen: "2026-05-04" }, $add: { visits: 1 } },
        },
        { distinct_id: "reader-1207", action: { $set: { plan: "yearly" } } },
      ],
    },
  ],
})

export const NewCohortBody = Schema.Struct({
  name: Schema.String.annotate({ description: "1 to 255 characters" }),
  filter: Schema.Json.annotate({ description: "A filter, as `filter` of `GET profiles` takes it" }),
}).annotate({
  examples: [{ name: "paying", filter: { name: "plan", op: "eq", value: "yearly" } }],
})

export const AcceptedBatch = Schema.Struct({
  ...acceptedFields,
  batch: Schema.Array(
    Schema.Union([
      Schema.Struct({ error: Schema.String }),
      Schema.Record(Schema.String, Schema.Literal("ok")),
    ]),
  ).annotate({ description: "For each item its verbs, or the error of an unfit one" }),
})
  .annotate({ examples: [{ ...accepted, batch: [{ $once: "ok", $add: "ok" }, { $set: "ok" }] }] })
  .pipe(HttpApiSchema.status(202))
