import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"

/** The version of the format that this version of Daybook writes. */
export const formatVersion = 1

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

/** The manifest of an export: `manifest.json`, the last file of the zip. */
export const Manifest = Schema.Struct({
  format: Schema.Literal("daybook export"),
  version: Schema.Literal(formatVersion),
  /** The last migration of each record of migrations: the form of the rows. */
  migrations: Schema.Record(Schema.String, Count),
  /** The last number that each counter of ids has given. */
  counters: Schema.Record(Schema.String, Count),
  /** The tables that have rows, in the order of their files. */
  tables: Schema.Array(
    Schema.Struct({ table: Schema.String, file: Schema.String, rows: Count, sha256: Sha256 }),
  ),
  /** The files whose names are the SHA-256 of their content. */
  files: Schema.Array(Schema.String),
})
export type Manifest = typeof Manifest.Type

export const manifestName = "manifest.json"

/** The fields that every version of the format has, so that a later one is recognised. */
export const AnyManifest = Schema.fromJsonString(
  Schema.Struct({ format: Schema.Literal("daybook export"), version: Schema.Int }),
)

export const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** The comment of the zip, which holds the manifest against bits that flip. */
export const commentOf = (manifest: string | Uint8Array): string =>
  `sha256 of manifest.json: ${sha256(manifest)}`

/** The hash in the name of a file. */
export const hashInName = (name: string): string => /([0-9a-f]{64})(\.\w+)?$/.exec(name)?.[1] ?? ""
