import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { ActiveEdits } from "./activeEdits.ts"
import type { Edit, Edits } from "./edits.ts"
import { itemsOfAllPages } from "../itemsOfAllPages.ts"

/** An item as edits name it. */
export interface ItemRef {
  readonly type: string
  readonly id: string | number
}

/** The items that the owner hides from the public. */
export class HiddenItems {
  readonly #keys: ReadonlySet<string>

  constructor(items: Iterable<ItemRef & { readonly domain: string }>) {
    this.#keys = new Set(Array.from(items, ({ domain, id, type }) => `${domain} ${type} ${id}`))
  }

  get isEmpty(): boolean {
    return this.#keys.size === 0
  }

  has(domain: string, { id, type }: ItemRef): boolean {
    return this.#keys.size > 0 && this.#keys.has(`${domain} ${type} ${id}`)
  }
}

/** Nothing is hidden. */
export const nothingHidden = new HiddenItems([])

/** The items of each domain with the field `hidden` set by an edit. */
export const hiddenByEdits = Effect.fnUntraced(function* (edits: Edits["Service"]) {
  const all: ReadonlyArray<Edit> = yield* itemsOfAllPages(1_000, edits.list)
  const byDomain = Map.groupBy(all.toReversed(), ({ domain }) => domain)
  return new Map(
    Array.from(byDomain, ([domain, some]) => [domain, new ActiveEdits(some).hidden] as const).filter(
      ([, hidden]) => hidden.length > 0,
    ),
  )
})

/**
 * The ids of all reports of what some reports describe, with theirs. `better` has the ids of the reports that each one
 * gives way to.
 */
export const reportsOfSame = (
  better: ReadonlyMap<string, ReadonlyArray<string>>,
  ids: Iterable<string>,
): ReadonlySet<string> => {
  const pairs = [...better].flatMap(([id, others]) => others.map((other) => ({ id, other })))
  const worse = Map.groupBy(pairs, ({ other }) => other)
  const found = new Set(ids)
  // These loops also go over what they add.
  for (const id of found) for (const other of better.get(id) ?? []) found.add(other)
  for (const id of found) for (const one of worse.get(id) ?? []) found.add(one.id)
  return found
}

/** Who reads, and what the owner hides from everyone else. */
export interface View {
  readonly isOwner: boolean
  readonly hidden: Effect.Effect<HiddenItems>
}

/** The view of the current reader. Without a server it is the owner's, with nothing hidden. */
export const View = Context.Reference<View>("daybook/kernel/View", {
  defaultValue: () => ({ isOwner: true, hidden: Effect.succeed(nothingHidden) }),
})

/** The items that the current reader may not see: none for the owner. */
export const unseenItems: Effect.Effect<HiddenItems> = Effect.flatMap(View, ({ hidden, isOwner }) =>
  isOwner ? Effect.succeed(nothingHidden) : hidden,
)

/** Those of some items that the current reader may see; `refsOf` names the items that hide an item. */
export const visibleOf = <Item>(
  domain: string | ((item: Item) => string),
  items: ReadonlyArray<Item>,
  refsOf: (item: Item) => ReadonlyArray<ItemRef>,
): Effect.Effect<ReadonlyArray<Item>> =>
  Effect.map(unseenItems, (hidden) => {
    if (hidden.isEmpty) return items
    const domainOf = typeof domain === "string" ? () => domain : domain
    return items.filter((item) => !refsOf(item).some((ref) => hidden.has(domainOf(item), ref)))
  })
