import { Edit, EditId } from "@daybook/kernel"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  Instant,
  InvalidRequest,
  KeyRequired,
  listOf,
  NotFound,
  paging,
  RecordId,
  wireForm,
} from "../../forRoutes.ts"

export const EditRows = listOf(
  wireForm({
    id: Edit.fields.id,
    domain: Edit.fields.domain,
    type: Edit.fields.type.annotate({ description: "The type of the item, such as run" }),
    itemId: Edit.fields.itemId,
    action: Edit.fields.action,
    fields: Edit.fields.fields.annotate({
      description: "The fields that were sent; of a merge `into`, the id of the other item",
    }),
    at: Instant,
  }),
)

const example = EditRows.of({
  items: [
    {
      id: EditId.make(7),
      domain: "running",
      type: "run",
      itemId: "strava:1",
      action: "correct",
      fields: { name: "River loop", race: true },
      at: Date.parse("2026-05-10T20:15:00Z"),
    },
  ],
  total: 1,
  page: 1,
  limit: 20,
})

/** The list of edits by hand, which are made under their domains. */
export class EditsGroup extends HttpApiGroup.make("edits")
  .add(
    HttpApiEndpoint.get("list", "/v1/admin/edits", {
      query: paging,
      success: EditRows.annotate({ examples: [example] }),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List edits",
        description: "Additions, corrections, removals and merges of all domains, newest first.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.delete("takeBack", "/v1/admin/edits/:id", {
      params: { id: RecordId },
      success: HttpApiSchema.NoContent,
      error: [BadRequest, NotFound],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Take an edit back",
        description: "Items look as if it had never been made; other edits stay.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Edits" })) {}
