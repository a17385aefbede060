import {
  acceptedAtOf,
  bucketOf,
  type ErasurePage,
  IgnoredProperty,
  Operation,
  operators,
  type Outcome,
  maxWarnings,
  type Profile,
  type Property,
  PropertyType,
  PropertyValue,
  type RequestPage,
  RequestStatus,
  quotasOf,
  type QuotaUse,
  type Usage,
  type Warning,
  type WorkspaceLimits,
} from "@daybook/profiles"
import { type EpochMillis, LocalDate } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { manyOf, optionalForm, wireForm } from "../wire/form.ts"
import { Instant, optional } from "../wire/query.ts"
import { type CohortAsked, cursorOf } from "./requests/readCohort.ts"
import { cursorOfErasure, cursorOfProperty, cursorOfRequest } from "./requests/readPage.ts"

const profileFields = {
  distinctId: Schema.String,
  properties: Schema.Record(Schema.String, PropertyValue),
  createdAt: Instant,
  updatedAt: Instant,
}

export const ProfileAnswer = wireForm({
  ...profileFields,
  idList: Schema.Array(Schema.String).annotate({
    description: "The other distinct IDs of this profile, from merges",
  }),
})

export const CohortAnswer = wireForm({
  data: manyOf(wireForm(profileFields)),
  nextCursor: Schema.NullOr(Schema.String).annotate({
    description: "The cursor of the next page; null at the end",
  }),
})

/** Properties with these names; all without names. */
export const shownOf = (properties: Profile["properties"], fields: ReadonlyArray<string> | undefined) =>
  fields === undefined
    ? properties
    : Object.fromEntries(Object.entries(properties).filter(([name]) => fields.includes(name)))

/** The response that lists a page of a cohort; `found` has one profile more if there is a next page. */
export const cohortAnswer = (found: ReadonlyArray<Profile>, { fields, limit, sort }: CohortAsked) => {
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return CohortAnswer.of({
    data: page.map((profile) => ({ ...profile, properties: shownOf(profile.properties, fields) })),
    nextCursor: found.length > limit && last !== undefined ? cursorOf(last, sort) : null,
  })
}

export const CountAnswer = Schema.Struct({ count: Schema.Int })

const cohortFields = {
  id: Schema.String,
  name: Schema.String,
  filter: Schema.Json.annotate({ description: "As it was sent: relative dates count from when it is used" }),
  createdAt: Instant,
}

export const SavedCohortAnswer = wireForm(cohortFields)

export const SavedCohortsAnswer = wireForm({ data: manyOf(wireForm(cohortFields)) })

export const MembershipAnswer = wireForm({
  distinctId: Schema.String,
  matches: Schema.Boolean,
  decidedBy: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      op: Schema.Literals(operators),
      value: Schema.Json,
      holds: Schema.Boolean,
    }),
  ).annotate({
    description: "The conditions that decide it; of several that would each be enough, the first",
  }),
})

const changeFields = {
  status: RequestStatus.annotate({
    description: "Always `processed`: a request is applied as it is accepted",
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

/** The response that describes a request; for a batch also the outcome of each valid item, in their order. */
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

/** The response that lists requests, in the order of acceptance. */
export const requestsAnswer = ({ next, outcomes }: RequestPage) =>
  RequestsAnswer.of({
    data: outcomes.map((outcome) => ({ ...outcome, acceptedAt: acceptedAtOf(outcome.requestId) })),
    nextCursor: next === undefined ? null : cursorOfRequest(next),
  })

const LoggedErasure = wireForm({
  requestId: Schema.String.annotate({ description: "The `X-Request-Id` of the erasure's response" }),
  erasedAt: Instant,
  idHash: Schema.String.annotate({
    description:
      "SHA-256 of the workspace's ID, the version and the distinct ID that the request named, with a NUL between them, in hexadecimal",
  }),
  ids: Schema.Int.annotate({
    description: "The number of distinct IDs that led to the profile, that one among them",
  }),
  key: Schema.Int.annotate({ description: "The number of the key that asked" }),
  keyName: Schema.String.annotate({ description: "Its name at that time" }),
})

export const ErasuresAnswer = wireForm({
  data: manyOf(LoggedErasure),
  nextCursor: nextCursor.annotate({ description: "The cursor of the next page; null at the end" }),
})

/** The response that lists erasures, oldest first. */
export const erasuresAnswer = ({ erasures, next }: ErasurePage) =>
  ErasuresAnswer.of({
    data: erasures,
    nextCursor: next === undefined ? null : cursorOfErasure(next),
  })

const propertyFields = {
  name: Schema.String,
  type: PropertyType,
  profiles: Schema.Int.annotate({ description: "The number of profiles that have a value of it" }),
  firstSetAt: optionalForm(Instant),
  lastSetAt: optionalForm(Instant),
  status: Schema.Literals(["ready", "converting", "deleting"]),
  visitedProfiles: optional(
    Schema.Int,
    "While it is converted or deleted: the profiles visited so far, with and without it",
  ),
}

export const PropertyAnswer = wireForm(propertyFields)

export const TypeChangedAnswer = wireForm({
  ...propertyFields,
  dropped: Schema.Int.annotate({
    description: "The number of values that could not be converted, and were removed",
  }),
})

export const PropertiesAnswer = wireForm({
  data: manyOf(PropertyAnswer),
  nextCursor: nextCursor.annotate({ description: "The cursor of the next page; null at the end" }),
})

const propertyOf = ({ change, ...property }: Property) => ({
  ...property,
  status:
    change === undefined
      ? ("ready" as const)
      : change.to === undefined
        ? ("deleting" as const)
        : ("converting" as const),
  visitedProfiles: change?.visited,
})

/** The response that describes a property. */
export const propertyAnswer = (property: Property) => PropertyAnswer.of(propertyOf(property))

/** The response to a change of a property's type that was waited for. */
export const typeChangedAnswer = (property: Property, dropped: number) =>
  TypeChangedAnswer.of({ ...propertyOf(property), dropped })

/** The response that lists a page of properties; `found` has one more if there is a next page. */
export const propertiesAnswer = (found: ReadonlyArray<Property>, limit: number) => {
  const data = found.slice(0, limit)
  const last = data.at(-1)
  return PropertiesAnswer.of({
    data: data.map(propertyOf),
    nextCursor: found.length > limit && last !== undefined ? cursorOfProperty(last.name) : null,
  })
}

const WarningAnswer = wireForm({
  name: Schema.NullOr(Schema.String).annotate({
    description: `The property; null for those beyond the first ${maxWarnings.toLocaleString("en")}, which are counted together`,
  }),
  reason: Schema.String,
  count: Schema.Int.annotate({ description: "The number of ignored values" }),
  lastAt: Instant,
  distinctId: Schema.NullOr(Schema.String).annotate({
    description: "The distinct ID that the last of them was sent for; null once that profile is erased",
  }),
  example: Schema.NullOr(Schema.String).annotate({
    description: "The JSON of the last of them, cut after 100 characters; null once that profile is erased",
  }),
})

export const WarningsAnswer = wireForm({ data: manyOf(WarningAnswer) })

/** The response that lists warnings. */
export const warningsAnswer = (warnings: ReadonlyArray<Warning>) =>
  WarningsAnswer.of({
    data: warnings.map(({ distinctId, example, name, ...one }) => ({
      ...one,
      name: name ?? null,
      distinctId: distinctId ?? null,
      example: example ?? null,
    })),
  })

const byOperation = Schema.Record(Schema.String, Schema.Int)

const QuotaAnswer = Schema.Struct({ limit: Schema.Int, used: Schema.Int, left: Schema.Int })

const quotaAnswer = ({ limit, used }: QuotaUse) => ({ limit, used, left: Math.max(0, limit - used) })

const LimitsAnswer = Schema.Struct({
  per_second: optional(
    Schema.Int,
    "Requests a second, of all data of the workspace; each change of a batch counts",
  ),
  burst: optional(Schema.Int, "Requests that may come at once after a pause"),
  profiles: Schema.optionalKey(QuotaAnswer),
  properties: Schema.optionalKey(QuotaAnswer),
  bytes: Schema.optionalKey(QuotaAnswer),
  requests: optional(QuotaAnswer, "Requests in this month in UTC; a batch is one"),
}).annotate({
  description: "The limits of the workspace and how much is left of each; a missing one is unlimited",
})

export const UsageAnswer = Schema.Struct({
  profiles: Schema.Int.annotate({ description: "The number of profiles" }),
  bytes: Schema.Int.annotate({
    description:
      "The bytes of the properties of all profiles: as JSON in UTF-8, with a space after each colon and comma, and numbers without exponents",
  }),
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
  limits: LimitsAnswer,
})

const rateAnswer = (limits: WorkspaceLimits) => {
  const bucket = bucketOf(limits)
  return bucket === undefined ? {} : { per_second: bucket.perSecond, burst: bucket.burst }
}

const limitsAnswer = (limits: WorkspaceLimits, usage: Usage, now: EpochMillis): typeof LimitsAnswer.Type => ({
  ...rateAnswer(limits),
  ...Object.fromEntries(
    Object.entries(quotasOf(limits, usage, now)).map(([quota, use]) => [quota, quotaAnswer(use)]),
  ),
})

/** The response with the usage of a place, and the limits of its workspace. */
export const usageAnswer = (
  usage: Usage,
  limits: WorkspaceLimits,
  now: EpochMillis,
): typeof UsageAnswer.Type => ({
  profiles: usage.profiles,
  bytes: usage.bytes,
  properties: usage.properties,
  requests: [...Map.groupBy(usage.requests, ({ day }) => day)].map(([day, all]) => ({
    day,
    total: all.reduce((sum, one) => sum + one.requests, 0),
    operations: Object.fromEntries(all.map((one) => [one.operation, one.requests])),
  })),
  limits: limitsAnswer(limits, usage, now),
})
