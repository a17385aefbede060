import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"

/** The version of the format that this version of Daybook writes. It reads all up to it. */
export const formatVersion = 2

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/))

const Table = Schema.Struct({ table: Schema.String, file: Schema.String, rows: Count, sha256: Sha256 })

const parts = {
  format: Schema.Literal("daybook export"),
  /** The last id that each table has used; in format 1 the last number of each sequence of PostgreSQL. */
  counters: Schema.Record(Schema.String, Count),
  /** The files whose names are the SHA-256 of their content. */
  files: Schema.Array(Schema.String),
}

/** The manifest of an export: `manifest.json`, the last file of the zip. */
const WrittenManifest = Schema.Struct({
  ...parts,
  version: Schema.Literal(formatVersion),
  /** The tables that have rows, in the order of their files, with how each column is spelled. */
  tables: Schema.Array(
    Schema.Struct({
      ...Table.fields,
      columns: Schema.Record(
        Schema.String,
        Schema.Literals(["boolean", "bytes", "instant", "int", "json", "number", "text"]),
      ),
    }),
  ),
})
export type WrittenManifest = typeof WrittenManifest.Type

export const Manifest = Schema.Union([
  WrittenManifest,
  Schema.Struct({
    ...parts,
    version: Schema.Literal(1),
    /** The last migration of each record of PostgreSQL: the form of the rows. */
    migrations: Schema.Record(Schema.String, Count),
    tables: Schema.Array(Table),
  }),
])
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
