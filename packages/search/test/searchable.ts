import { type SearchItem, searchableOf } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { SearchedDomain } from "../src/index.ts"

type Known = { readonly title: string } & Partial<Omit<SearchItem, "id" | "type">>

const numbered = (types: Readonly<Record<string, ReadonlyArray<Known>>>) =>
  Object.fromEntries(
    Object.entries(types).map(([name, items]) => [
      name,
      () => items.map((item, at) => ({ ...item, id: at + 1 })),
    ]),
  )

/** A domain of these items, whose ids are their places from 1. */
export const domainOf = (
  domain: string,
  types: Readonly<Record<string, ReadonlyArray<Known>>>,
  more: {
    readonly byText?: ReadonlyArray<string>
    readonly byMeaning?: ReadonlyArray<string>
    readonly passages?: Readonly<Record<string, ReadonlyArray<Known>>>
  } = {},
): SearchedDomain => {
  const [type = ""] = Object.keys(types)
  const ranking = (ids: ReadonlyArray<string>) => () => Effect.succeed(ids.map((id) => ({ type, id })))
  return {
    domain,
    searchable: {
      ...searchableOf(() => 0, numbered(types), numbered(more.passages ?? {})),
      ...(more.byText && { byText: ranking(more.byText) }),
      ...(more.byMeaning && { byMeaning: ranking(more.byMeaning) }),
    },
  }
}
