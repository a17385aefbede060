import {
  acceptedAtOf,
  IgnoredProperty,
  Operation,
  type Outcome,
  PropertyType,
  PropertyValue,
  type RequestPage,
  RequestStatus,
  type Usage,
} from "@daybook/profiles"
import { LocalDate } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { manyOf, optionalForm, wireForm } from "../wire/form.ts"
import { Instant } from "../wire/query.ts"
import { cursorOfRequest } from "./readPage.ts"

export const ProfileAnswer = wireForm({
  distinctId: Schema.String,
  properties: Schema.Record(Schema.String, PropertyValue),
  createdAt: Instant,
  updatedAt: Instant,
})

export const CohortAnswer = wireForm({
  data: manyOf(ProfileAnswer),
  nextCursor: Schema.NullOr(Schema.String).annotate({
    description: "The cursor of the next page; null at the end",
  }),
})

export const CountAnswer = Schema.Struct({ count: Schema.Int })

const changeFields = {
  status: RequestStatus.annotate({
    description: "accepted: stored and not yet applied; failed: set aside with nothing applied",
  }),
  applied: Schema.Array(Schema.String).annotate({
    description: "The names of the properties that this request set, changed or removed",
  }),
  ignored: Schema.Array(IgnoredProperty),
}

const ChangeAnswer = wireForm({ change: Schema.Int, ...changeFields })

export const RequestAnswer = wireForm({
  requestId: Schema.String,
  ...changeFields,
  changes: optionalForm(manyOf(ChangeAnswer)),
})

/** The answer that tells of a request; of a batch also the outcome of each fit item, in their order. */
export const requestAnswer = ({ changes, operation, ...outcome }: Outcome) =>
  RequestAnswer.of({ ...outcome, changes: operation === "batch" ? changes : undefined })

const nextCursor = Schema.NullOr(Schema.String)

const ListedRequest = wireForm({
  requestId: Schema.String,
  operation: Operation,
  acceptedAt: Instant,
  ...changeFields,
})

export const RequestsAnswer = wireForm({
  data: manyOf(ListedRequest),
  nextCursor: nextCursor.annotate({ description: "The `after` of the next page; null at the end" }),
})

/** The answer that lists requests, in the order of acceptance. */
export const requestsAnswer = ({ next, outcomes }: RequestPage) =>
  RequestsAnswer.of({
    data: outcomes.map((outcome) => ({ ...outcome, acceptedAt: acceptedAtOf(outcome.requestId) })),
    nextCursor: next === undefined ? null : cursorOfRequest(next),
  })

const byOperation = Schema.Record(Schema.String, Schema.Int)

export const UsageAnswer = Schema.Struct({
  profiles: Schema.Int.annotate({ description: "The number of profiles" }),
  properties: Schema.Record(PropertyType, Schema.Int).annotate({
    description: "The number of properties of each type",
  }),
  requests: Schema.Array(
    Schema.Struct({
      day: LocalDate,
      total: Schema.Int,
      operations: byOperation.annotate({ description: "The number of requests of each operation" }),
    }),
  ).annotate({
    description: "Accepted requests by day in UTC, oldest first; days without any are left out",
  }),
})

/** The answer that tells of the use of a place. */
export const usageAnswer = ({ profiles, properties, requests }: Usage): typeof UsageAnswer.Type => ({
  profiles,
  properties,
  requests: [...Map.groupBy(requests, ({ day }) => day)].map(([day, all]) => ({
    day,
    total: all.reduce((sum, one) => sum + one.requests, 0),
    operations: Object.fromEntries(all.map((one) => [one.operation, one.requests])),
  })),
})
