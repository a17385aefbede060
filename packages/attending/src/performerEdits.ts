import { type ByHand, type EditedItem, type EditFields, handName } from "@daybook/kernel"
import { Performer } from "./lists.ts"
import { PerformerId } from "./model.ts"

/** The editable fields of a performer. */
export const performerByHand = {
  type: "performer",
  needed: { name: handName },
  optional: {},
  insteadOfAdding: "Performers are created with events: add an event with POST /v1/admin/attending/event",
  example: { name: "Ida Quarry" },
} satisfies ByHand

/** The name that the owner chose; undefined if none. */
export const nameByHand = ({ name }: EditFields): string | undefined =>
  typeof name === "string" ? name : undefined

const correct = (performer: Performer, fields: EditFields): Performer => ({
  ...performer,
  name: nameByHand(fields) ?? performer.name,
})

/**
 * Performers as they are edited. Events name them as their sources do, and show the ones they resolve to, each once. A
 * store keeps the manual name next to the reported one, which sources use to find a performer.
 */
export const editedPerformers: EditedItem<Performer> = {
  type: "performer",
  schema: Performer,
  idOf: ({ id }) => String(id),
  make: (fields, given) => correct({ id: PerformerId.make(Number(given ?? 0)), name: "" }, fields),
  correct,
  combine: (_known, told) => told,
  own: ["id"],
}
