import {
  ChangeOutcome,
  Erasure,
  Operation,
  Place,
  Profile,
  PropertyType,
  PropertyValue,
  RequestCount,
  RequestId,
  TotalKind,
} from "@daybook/profiles"
import { EpochMillis } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { bigint, json, text } from "../sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../sql/table.ts"

export const profiles = tableOf("profiles", Profile, { properties: { type: json } })

const TypedProperty = Schema.Struct({ ...Place.fields, name: Schema.String, type: PropertyType })

export const readWarningKeys = rowsOf(Schema.Struct({ name: Schema.String, reason: Schema.String }))

/** The types of properties. */
export const types = tableOf("property_types", TypedProperty)

/** The outcomes of changes. */
export const outcomes = tableOf(
  "profile_outcomes",
  Schema.Struct({ requestId: RequestId, operation: Operation, ...ChangeOutcome.fields }),
  {
    requestId: { type: { ...text, parse: "uuid", cast: "text" } },
    acceptance: { name: "number", type: bigint },
    status: { computed: "'processed'" },
    ignored: { type: json },
  },
)

/** The requests that a page may show. */
export const readCandidates = rowsOf(
  Schema.Struct({ requestId: RequestId, acceptance: Schema.Int, operation: Operation }),
)

export const readRequestCounts = rowsOf(RequestCount)

export const readTotals = rowsOf(Schema.Struct({ kind: TotalKind, number: Schema.Int }))

const Total = Schema.Struct({ ...Place.fields, kind: TotalKind, number: Schema.Int })
export type Total = typeof Total.Type

export const totals = tableOf("profile_totals", Total, { number: { type: bigint } })

/** A row of the function that locks what a batch names; see `batchFunctions`. */
const HeldRow = Schema.Struct({
  kind: Schema.Literals(["moved", "lead", "profile", "type", "changing", "retry", "ids", "used", "stored"]),
  place: Schema.Int,
  name: Schema.String,
  value: Schema.UndefinedOr(Schema.String),
  requestId: Schema.UndefinedOr(Schema.String),
  number: Schema.UndefinedOr(Schema.Finite),
  properties: Schema.UndefinedOr(Schema.Record(Schema.String, PropertyValue)),
  createdAt: Schema.UndefinedOr(EpochMillis),
  updatedAt: Schema.UndefinedOr(EpochMillis),
})
export type HeldRow = typeof HeldRow.Type

export const readHeld = rowsOf(HeldRow, { properties: { type: json } })

/** Erasures as the log returns them. */
export const erasures = tableOf("profile_erasures", Erasure, {
  number: { type: bigint, generated: true },
  requestId: { type: { ...text, parse: "uuid", cast: "text" } },
  ids: { computed: "cardinality(hashes)" },
})

/** The same as they are noted, with the hash of each id that led to the profile. */
export const loggedErasures = tableOf(
  "profile_erasures",
  Schema.Struct({
    ...Place.fields,
    ...Struct.omit(Erasure.fields, ["number", "ids"]),
    hashes: Schema.Array(Schema.String),
  }),
  { requestId: { type: { ...text, parse: "uuid" } } },
)

export const readNumbers = valuesOf(Schema.Int)

/** Ids that lead to other ones. */
export const readAliases = rowsOf(Schema.Struct({ distinctId: Schema.String, target: Schema.String }))
