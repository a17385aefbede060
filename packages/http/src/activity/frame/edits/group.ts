import { Edit, EditId, HandField, handFields, handFlag, handTime, type ByHand } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import {
  Endpoint,
  Instant,
  keyedGroup,
  listOf,
  manyOf,
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
      description:
        "The fields that were sent; of a merge `into`, the id of the other item; of a removal the `name` that the item had",
    }),
    at: Instant,
  }),
)

/** The types of items that are edited manually, with their fields. */
export const EditedTypes = wireForm({
  data: manyOf(
    wireForm({
      domain: Schema.String,
      type: Schema.String,
      isAdded: Schema.Boolean.annotate({ description: "False for a type that is only created with others" }),
      fields: manyOf(
        wireForm({
          name: HandField.fields.name,
          form: HandField.fields.form.annotate({ description: "How a form shows the field" }),
          choices: HandField.fields.choices,
          isNeeded: HandField.fields.isNeeded.annotate({ description: "True if an addition needs it" }),
          isAdded: HandField.fields.isAdded.annotate({
            description: "False for a field of a correction that no addition has",
          }),
          isCorrected: HandField.fields.isCorrected.annotate({
            description: "False for a field of an addition that no correction changes",
          }),
        }),
      ),
    }),
  ),
})

/** The types of domains, as `EditedTypes` takes them. */
export const editedTypesOf = (
  domains: ReadonlyArray<{ readonly name: string; readonly edited?: ReadonlyArray<ByHand> }>,
) => ({
  data: domains.flatMap(({ edited = [], name }) =>
    edited.map((hand) => ({
      domain: name,
      type: hand.type,
      isAdded: hand.insteadOfAdding === undefined,
      fields: handFields(hand),
    })),
  ),
})

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

const exampleDomain = {
  name: "running",
  edited: [
    {
      type: "run",
      needed: { started_at: handTime },
      optional: { race: handFlag },
      times: ["started_at"],
      example: {},
    },
  ],
}

/** The list of edits, which are made under their domains. */
export class EditsGroup extends keyedGroup(
  "edits",
  "Edits",
  Endpoint.get("list", "/v1/admin/edits", {
    query: paging,
    success: EditRows.annotate({ examples: [example] }),
    summary: "List edits",
    description: "Additions, corrections, removals and merges of all domains, newest first.",
  }),
  Endpoint.get("types", "/v1/admin/edits/types", {
    success: EditedTypes.annotate({ examples: [EditedTypes.of(editedTypesOf([exampleDomain]))] }),
    summary: "List what can be edited",
    description:
      "The types of items of each domain with their fields. Add an item with POST /v1/admin/{domain}/{type}.",
  }),
  Endpoint.delete("takeBack", "/v1/admin/edits/:id", {
    params: { id: RecordId },
    error: NotFound,
    summary: "Undo an edit",
    description: "Items look as if it had never been made; other edits stay.",
  }),
) {}
