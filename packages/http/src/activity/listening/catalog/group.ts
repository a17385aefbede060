import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { KeyRequired } from "../../forRoutes.ts"

const Enrichment = Schema.Struct({
  success: Schema.Boolean.annotate({
    description: "False where there was something to try and not one try was answered",
  }),
  results: Schema.Struct({
    total: Schema.Int.annotate({ description: "How many were tried" }),
    succeeded: Schema.Int.annotate({ description: "Those that the catalog has" }),
    skipped: Schema.Int.annotate({ description: "Those that it does not have" }),
    failed: Schema.Int.annotate({ description: "Those that met trouble upstream" }),
  }),
})

const once =
  "One call tries at most 100, for 50 s, and a second call waits for the first. What is not found is tried again after 30 days."

export class CatalogGroup extends HttpApiGroup.make("catalog")
  .add(
    HttpApiEndpoint.post("enrichCatalog", "/v1/listening/admin/enrich-catalog", {
      success: Enrichment,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Look tracks up in the music catalog",
        description: `Finds the pages of tracks, their albums and their artists, and excerpts to listen to. ${once}`,
      }),
    ),
  )
  .add(
    HttpApiEndpoint.post("enrichArtists", "/v1/listening/admin/enrich-artists", {
      success: Enrichment,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Look artists up in the music catalog",
        description: `By name: those that no track has led to. ${once}`,
      }),
    ),
  )
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Catalog" })) {}
