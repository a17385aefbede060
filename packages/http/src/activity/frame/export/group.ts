import * as Schema from "effect/Schema"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { Endpoint, InvalidRequest, KeyRequired, NotConfigured } from "../../forRoutes.ts"

export class ExportGroup extends HttpApiGroup.make("export")
  .add(
    Endpoint.get("read", "/v1/admin/export", {
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" })),
      error: [NotConfigured],
      summary: "Export everything as a zip file",
      description:
        "A snapshot of one moment: JSON Lines by table in a folder for each domain, the images, and a " +
        "manifest with checksums. Keys and service tokens are not included. The response starts once the whole file is " +
        "written. `daybook restore` rebuilds the database from it.",
    }),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Export" })) {}
