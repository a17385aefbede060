import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { EpochMillis } from "../dates/calendar.ts"
import type { InvalidInput } from "../errors.ts"
import type { Page, PageRequest } from "../page.ts"

export const EditId = Schema.Int.pipe(Schema.brand("EditId"))
export type EditId = typeof EditId.Type

/**
 * The fields of an edit, named as in responses, as sent: instants are ISO 8601 in UTC. In a correction `null`
 * restores the source's value. A merge has `into`, the id of the merge target, and a removal may have the `name` of
 * the item.
 */
export const EditFields = Schema.Record(Schema.String, Schema.Json)
export type EditFields = typeof EditFields.Type

/** A user's edit. It overrides the sources' values and never replaces them, so that it can be undone. */
export const Edit = Schema.Struct({
  id: EditId,
  domain: Schema.String,
  /** The type of the item, such as `run`. */
  type: Schema.String,
  itemId: Schema.String,
  action: Schema.Literals(["add", "correct", "remove", "merge"]),
  fields: EditFields,
  at: EpochMillis,
})
export type Edit = typeof Edit.Type

/** All edits. Storage failures are defects. */
export class Edits extends Context.Service<
  Edits,
  {
    /** Newest first. */
    readonly list: (page: PageRequest) => Effect.Effect<Page<Edit>>
    readonly find: (id: EditId) => Effect.Effect<Option.Option<Edit>>
  }
>()("daybook/kernel/Edits") {}

/** An item that an edit names and that is not there. */
export class NoSuchItem extends Schema.TaggedError<NoSuchItem>()("NoSuchItem", {
  type: Schema.String,
  id: Schema.String,
}) {}

/** An edit that is to be made. */
export type NewEdit = Omit<Edit, "domain" | "id">

/** The item that an edit led to. */
export interface Edited {
  readonly id: string
  /** False if an item that was to be added is there already. */
  readonly isNew: boolean
}

/** The edits of a domain, as its store returns them: each is one transaction with everything that follows from it. */
export interface EditStore {
  readonly make: (edit: NewEdit) => Effect.Effect<Edited, InvalidInput | NoSuchItem>
  /** Undoes an edit. False if it no longer exists. */
  readonly takeBack: (edit: Edit) => Effect.Effect<boolean>
}

/** A type of items that are edited one at a time. */
export interface EditedItem<Item extends object> {
  readonly type: string
  /** The stored form of source versions: JSON without undefined fields. */
  readonly schema: Schema.Codec<Item, unknown>
  readonly idOf: (item: Item) => string
  /** The item of an addition, under the id that its fields make, or under the one that the store gave. */
  readonly make: (fields: EditFields, given?: string) => Item
  /** An item with fields over its own. */
  readonly correct: (item: Item, fields: EditFields) => Item
  /** The new source version of a known item, when a source reports it again. */
  readonly combine: (known: Item, told: Item) => Item
  /** The fields that identify the item: merged items do not fill them. */
  readonly own?: ReadonlyArray<keyof Item>
  /** An item and one merged into it; by default unknown fields are filled. */
  readonly join?: (item: Item, part: Item) => Item
  /** Entities that items mention and that are edited through them, such as the place of a check-in. */
  readonly groups?: ReadonlyArray<EditedGroup<Item>>
}

/** An entity known only from the items that mention it. */
export interface EditedGroup<Item> {
  readonly type: string
  /** The id of the item's entity; "" if it has none. */
  readonly idOf: (item: Item) => string
  /** The entity as the item describes it. */
  readonly fieldsOf: (item: Item) => EditFields
  /** The item as one of the thing with this id and these fields. */
  readonly correct: (item: Item, fields: EditFields, id: string) => Item
}

/** The stored rows of a type, as they are shown. To be used within a transaction of the domain. */
export interface EditedRows<Item> {
  readonly read: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Item>>
  /** Replaces the items with these ids. */
  readonly put: (items: ReadonlyArray<Item>) => Effect.Effect<void>
  /** Removes items from view; no source reports the `gone` ones any more. */
  readonly remove: (ids: ReadonlyArray<string>, gone: boolean) => Effect.Effect<void>
  /** A new id for an addition, where the store makes the ids. */
  readonly nextId?: Effect.Effect<string>
  /** The id of a shown item equal to a new one. */
  readonly same?: (item: Item) => Effect.Effect<string | undefined>
  /** The ids of the other reports of an item, which hide it as well. */
  readonly otherReports?: (id: string) => Effect.Effect<ReadonlyArray<string>>
  /** Refuses fields that name something that is not there. */
  readonly fit?: (fields: EditFields) => Effect.Effect<void, InvalidInput>
  /** The shown items of a group. */
  readonly inGroup?: (type: string, id: string) => Effect.Effect<ReadonlyArray<Item>>
}

/** The numbers among ids, for items whose ids are numbers of a table. */
export const numbersIn = (ids: ReadonlyArray<string>): ReadonlyArray<number> =>
  ids.filter((id) => /^[1-9]\d{0,8}$/.test(id)).map(Number)

/** The edits of a domain, and the source versions of edited items. Use it in a transaction. */
export interface EditLog {
  /** Oldest first. */
  readonly edits: Effect.Effect<ReadonlyArray<Edit>>
  readonly add: (edit: NewEdit) => Effect.Effect<void>
  /** Changes the item and the fields of the edit with this id. */
  readonly replace: (edit: Edit) => Effect.Effect<void>
  /** Returns false if there was none. */
  readonly remove: (id: EditId) => Effect.Effect<boolean>
  /** The kept ones of these items. */
  readonly told: (type: string, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, object>>
  /** The ids of all items with stored versions. */
  readonly toldIds: (type: string) => Effect.Effect<ReadonlyArray<string>>
  readonly keep: (type: string, told: ReadonlyMap<string, object>) => Effect.Effect<void>
  readonly drop: (type: string, ids: ReadonlyArray<string>) => Effect.Effect<void>
}
