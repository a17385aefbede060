import * as Schema from "effect/Schema"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { Endpoint, KeyRequired } from "../../forRoutes.ts"

const Enrichment = Schema.Struct({
  success: Schema.Boolean.annotate({
    description: "False if every catalog lookup failed",
  }),
  results: Schema.Struct({
    total: Schema.Int.annotate({ description: "The number of lookups" }),
    succeeded: Schema.Int.annotate({ description: "Found in the catalog" }),
    skipped: Schema.Int.annotate({ description: "Not in the catalog" }),
    failed: Schema.Int.annotate({ description: "Failed at the catalog" }),
  }),
})

const limits =
  "A call looks up at most 100 names in at most 50 s, and a second call waits for the first. Names that are not found are " +
  "looked up again after 30 days."

export class CatalogGroup extends HttpApiGroup.make("catalog")
  .add(
    Endpoint.post("enrichCatalog", "/v1/listening/admin/enrich-catalog", {
      success: Enrichment,
      summary: "Look up tracks in the music catalog",
      description: `Finds the pages of tracks, albums and artists, and audio previews. ${limits}`,
    }),
    Endpoint.post("enrichArtists", "/v1/listening/admin/enrich-artists", {
      success: Enrichment,
      summary: "Look up artists in the music catalog",
      description: `Looks up by name the artists not found through a track. ${limits}`,
    }),
  )
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Catalog" })) {}
