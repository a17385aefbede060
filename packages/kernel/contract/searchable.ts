import {
  idsContaining,
  passageText,
  type Searchable,
  type SearchItem,
  type Titles,
  titleText,
} from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { JournalSubject } from "./journal.ts"

/** Items that cannot be found, for tests of what else a store does. */
export const noItems: Searchable = {
  titles: () => Effect.succeed(new Map()),
  items: () => Effect.succeed([]),
}

/** A domain's items during the data changes of its journal. */
export interface SearchSubject<Change, Services> extends Pick<
  JournalSubject<Change, Services>,
  "apply" | "change"
> {
  readonly searchable: Effect.Effect<Searchable, never, Services>
}

/** Some titles of a store, sorted, each compared with its item. */
const foldedIn = Effect.fnUntraced(function* (
  searchable: Searchable,
  titles: Titles,
  {
    foldedOf,
    writtenOf,
  }: {
    readonly foldedOf: (item: SearchItem) => string
    readonly writtenOf: (item: SearchItem) => string
  },
) {
  const keys = [...titles].flatMap(([type, { ids }]) => ids.map((id) => ({ type, id })))
  const folded = [...titles].flatMap(([type, { ids, texts }]) =>
    ids.map((id, at) => ({ type, id, text: texts[at] })),
  )
  const items = yield* searchable.items(keys)
  assert.deepStrictEqual(
    folded,
    items.map((item) => ({ type: item.type, id: item.id, text: foldedOf(item) })),
  )
  for (const item of items.slice(0, 3)) {
    assert.include(idsContaining(titles.get(item.type) ?? { ids: [], texts: [] }, writtenOf(item)), item.id)
  }
  assert.strictEqual(
    new Set(keys.map(({ id, type }) => `${type} ${id}`)).size,
    keys.length,
    "an item was listed twice",
  )
  return folded.map((one) => JSON.stringify(one)).sort()
})

/** The titles and passages of a store. */
const titlesIn = Effect.fnUntraced(function* (searchable: Searchable) {
  const titles = yield* foldedIn(searchable, yield* searchable.titles(), {
    foldedOf: ({ subtitle, title }) => titleText(title, subtitle),
    writtenOf: ({ title }) => title,
  })
  if (searchable.passages === undefined) return titles
  const passages = yield* foldedIn(searchable, yield* searchable.passages(), {
    foldedOf: ({ text }) => passageText(text),
    writtenOf: ({ text }) => text.split("\n")[0] ?? "",
  })
  return [...titles, ...passages]
})

/** Contract of every store whose items a search finds: it returns its items' titles after any change. */
export const searchContract = <Change, Services>(
  { apply, change, searchable }: SearchSubject<Change, Services>,
  fresh: (zone: string) => Layer.Layer<Services>,
): void => {
  it.effect.prop(
    "titles follow the items after each change; unknown keys find nothing",
    [Schema.Array(change).check(Schema.isBetweenLength(1, 8))],
    ([changes]) =>
      Effect.gen(function* () {
        const found = yield* searchable
        for (const one of changes) {
          yield* apply(one)
          yield* titlesIn(found)
        }
        const types = [
          ...(yield* found.titles()).keys(),
          ...(yield* (found.passages ?? found.titles)()).keys(),
        ]
        assert.isAbove(types.length, 0)
        const keys = [...types, "nothing"].flatMap((type) =>
          ["2000000000", "99999999999999", "1.5", "-1", "", "x\\y'"].map((id) => ({ type, id })),
        )
        assert.deepStrictEqual(yield* found.items(keys), [])
      }).pipe(Effect.provide(fresh("UTC"))),
    { timeout: 120_000, arbitrary: { runs: 2, size: 8, maxShrinks: 20 } },
  )
}

/** Contract of every such store that outlives its layer: the titles that it kept are those that it reads again. */
export const durableSearchContract = <Change, Services>(
  { apply, change, searchable }: SearchSubject<Change, Services>,
  make: () => (zone: string) => Layer.Layer<Services>,
): void => {
  it.effect.prop(
    "a store that is opened again has the same titles",
    [Schema.Array(change).check(Schema.isBetweenLength(1, 8))],
    ([changes]) =>
      Effect.gen(function* () {
        const open = make()
        const titles = Effect.flatMap(searchable, titlesIn)
        const kept = Effect.andThen(
          titles,
          Effect.forEach(changes, (one) => Effect.andThen(apply(one), titles), { discard: true }),
        )
        const before = yield* Effect.provide(Effect.andThen(kept, titles), open("UTC"))
        assert.deepStrictEqual(yield* Effect.provide(titles, open("UTC")), before)
      }),
    { timeout: 120_000, arbitrary: { runs: 3, size: 8, maxShrinks: 20 } },
  )
}
