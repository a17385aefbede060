import { ImportPart, ImportRecord, partsInList } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import {
  Endpoint,
  Instant,
  InstantOrEmpty,
  keyedGroup,
  listOf,
  manyOf,
  NotConfigured,
  NotFound,
  optional,
  paging,
  PayloadTooLarge,
  RecordId,
  RequestTimeout,
  wireForm,
} from "../../forRoutes.ts"

const Part = wireForm({
  name: ImportPart.fields.name.annotate({ description: "The path in the archive, or the file's own name" }),
  domain: ImportPart.fields.domain.annotate({ description: "Empty if no domain recognizes it" }),
  format: ImportPart.fields.format.annotate({ description: "The format in words, such as Spotify" }),
  outcome: ImportPart.fields.outcome,
  stored: ImportPart.fields.stored.annotate({ description: "Items that are new or have changed" }),
  known: ImportPart.fields.known.annotate({ description: "Items that were stored already" }),
  reason: ImportPart.fields.reason.annotate({
    description: "Why it, or something in it, was not stored; empty if all was",
  }),
})

const { error, id, known, name, rows, secondsLeft, setAside, status, stored } = ImportRecord.fields

export const Import = wireForm({
  id,
  status,
  name: name.annotate({ description: "The file's name from X-File-Name" }),
  rows: rows.annotate({ description: "Records processed, including records that are not items" }),
  stored,
  known,
  setAside: setAside.annotate({
    description: "Rejected records, and records that wait until you accept them",
  }),
  secondsLeft: secondsLeft.annotate({
    description: "0 while that is unknown, and once the import has ended",
  }),
  parts: manyOf(Part),
  receivedAt: Instant,
  finishedAt: InstantOrEmpty.annotate({ description: "Empty until the import has ended" }),
  error: error.annotate({
    description: "Why the import failed, was stopped or waits; otherwise empty",
  }),
})

export const Imports = listOf(Import)

const ImportAccepted = Schema.Struct({
  id: id.annotate({ description: "The import's number, for GET /v1/admin/imports/{id}" }),
})

export class ImportsGroup extends keyedGroup(
  "imports",
  "Imports",
  Endpoint.post("create", "/v1/admin/imports", {
    query: {
      domain: optional(Schema.String, "The only domain to read the file"),
      format: optional(
        Schema.String,
        "The format of the file, such as Last.fm. An unknown one is 400 and lists all formats",
      ),
    },
    headers: {
      "x-file-name": optional(Schema.String, "The file's name, percent-encoded in UTF-8"),
    },
    payload: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()).annotate({
      description: "The file: an export, a recording, or an archive of them",
    }),
    success: ImportAccepted.pipe(HttpApiSchema.status(202)),
    error: [PayloadTooLarge, RequestTimeout, NotConfigured],
    summary: "Import a file",
    description:
      "The body is the file, up to 4 GiB, whatever its `Content-Type`. The format is detected from the content, and each file in an archive " +
      "goes to the domain that recognizes it, unless `domain` or `format` sets one for the whole file. The file is stored until its import ends, even across restarts. One import " +
      "runs at a time.",
  }),
  Endpoint.get("list", "/v1/admin/imports", {
    query: paging,
    success: Imports,
    summary: "List imports",
    description: `Newest first, with the first ${partsInList} parts of each. The last 200 are retained.`,
  }),
  Endpoint.get("read", "/v1/admin/imports/:id", {
    params: { id: RecordId },
    success: Import,
    error: NotFound,
    summary: "An import and its progress",
    description:
      "A part appears when it is done. The first 5,000 are listed one by one, the rest together. Progress updates once a second.",
  }),
  Endpoint.delete("stop", "/v1/admin/imports/:id", {
    params: { id: RecordId },
    error: NotFound,
    summary: "Stop an import",
    description: "Rows already imported stay. A finished import is not changed.",
  }),
) {}
