import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { Endpoint, keyedGroup, NotConfigured } from "../../forRoutes.ts"

export class ExportGroup extends keyedGroup(
  "export",
  "Export",
  Endpoint.get("read", "/v1/admin/export", {
    success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" })),
    error: [NotConfigured],
    summary: "Export everything as a zip file",
    description:
      "A snapshot of one moment: JSON Lines by table in a folder for each domain, the images, and a " +
      "manifest with checksums. Keys and service tokens are not included. The response starts once the whole file is " +
      "written. `daybook restore` rebuilds the database from it.",
  }),
) {}
