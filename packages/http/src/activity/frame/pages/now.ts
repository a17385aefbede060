import type { ArtKind } from "@daybook/images"
import * as Journals from "@daybook/journal"
import { type Domain, View } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Item, YearCard } from "../../../cards/year/card.ts"
import type { StoryTexts } from "../../../cards/year/texts/index.ts"
import { Hidden } from "../../../middleware/hidden.ts"

/** What is happening now in a domain, or what was last. */
export interface Latest {
  readonly label: string
  readonly item: Item
  readonly text: string
}

const kinds: Readonly<Record<string, ArtKind>> = { watching: "poster", reading: "book" }

/** What is happening now in the domains that may be shown so. */
export const readNow = Effect.fnUntraced(function* <R>(
  domains: ReadonlyArray<Domain<string, R>>,
  texts: StoryTexts,
) {
  const described = domains.filter(({ name }) => texts.page.latest[name] !== undefined)
  const latest = yield* Journals.latestOf(described).pipe(
    Effect.provideService(View, { isOwner: false, hidden: yield* Hidden }),
  )
  return latest.flatMap(({ at, domain, imageUrl, subtitle, title }): ReadonlyArray<Latest> => {
    const labels = texts.page.latest[domain]
    if (labels === undefined || title === "") return []
    const item = { title, maker: subtitle, imageUrl, kind: kinds[domain] ?? "cover" }
    return [{ label: at === undefined ? labels.now : labels.last, item, text: subtitle }]
  })
})

/** What is happening now as a card; in the colours of record cards. */
export const nowCard = (latest: ReadonlyArray<Latest>, texts: StoryTexts): YearCard => ({
  name: "records",
  label: texts.page.now,
  figure: "",
  headline: latest[0]?.item.title ?? "",
  text: "",
  picture: {
    kind: "rows",
    shrinks: true,
    rows: latest.map(({ item, label, text }) => ({
      item,
      title: item.title,
      text: [label, text].filter((part) => part !== "").join(" · "),
    })),
  },
})
