import * as PgTypes from "@effect/sql-pg/PgTypes"
import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Result from "effect/Result"

// Arrays as single parameters, so that one statement serves batches of any size. The element type is explicit, since an
// empty array has no element to infer it from.
const array = (oid: number) => (values: ReadonlyArray<unknown>) =>
  Result.getOrThrow(PgTypes.array(values, oid))

export const texts: (values: ReadonlyArray<string | null>) => PgTypes.Parameter = array(PgTypes.OID.text)
export const ints: (values: ReadonlyArray<number | null>) => PgTypes.Parameter = array(PgTypes.OID.int4)
/** Whole numbers up to 2^53, such as the ids that services give. */
export const bigints = (values: ReadonlyArray<number | null>): PgTypes.Parameter =>
  array(PgTypes.OID.int8)(values.map((value) => (value === null ? null : BigInt(value))))
export const bytea: (value: Uint8Array) => PgTypes.Parameter = PgTypes.bytea
export const floats: (values: ReadonlyArray<number>) => PgTypes.Parameter = array(PgTypes.OID.float4)
export const doubles: (values: ReadonlyArray<number | null>) => PgTypes.Parameter = array(PgTypes.OID.float8)
export const booleans: (values: ReadonlyArray<boolean>) => PgTypes.Parameter = array(PgTypes.OID.bool)
export const byteas: (values: ReadonlyArray<Uint8Array>) => PgTypes.Parameter = array(PgTypes.OID.bytea)
export const dates: (values: ReadonlyArray<LocalDate>) => PgTypes.Parameter = array(PgTypes.OID.date)
export const instants: (values: ReadonlyArray<EpochMillis | null>) => PgTypes.Parameter = array(
  PgTypes.OID.timestamptz,
)

export const instant: (value: EpochMillis | null) => PgTypes.Parameter = PgTypes.timestamptz
export const date: (value: LocalDate) => PgTypes.Parameter = PgTypes.date
