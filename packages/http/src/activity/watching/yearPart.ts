import type { WatchingReview } from "@daybook/watching"
import * as Effect from "effect/Effect"
import { type Item, sumOf, type YearCard } from "../../cards/year/card.ts"
import type { OwnYear } from "../../cards/year/part.ts"
import type { StoryTexts } from "../../cards/year/texts/index.ts"

const filmItem = ({
  imageUrl,
  title,
  year,
}: WatchingReview["topFilms"][number] | WatchingReview["topShows"][number]): Item => ({
  title,
  maker: year === 0 ? "" : String(year),
  imageUrl,
  kind: "poster",
})

const filmsCard = (
  { averageRating, episodes, films, topFilms, topShows }: WatchingReview,
  { counted, watching }: StoryTexts,
): ReadonlyArray<YearCard> =>
  films < fewFilms
    ? []
    : [
        {
          name: "films",
          label: watching.label,
          figure: counted(films),
          headline: watching.headline(films, topFilms[0]?.title ?? ""),
          text: watching.text(averageRating, episodes),
          picture: { kind: "wall", items: [...topFilms, ...topShows].map(filmItem), ratio: 1.5 },
        },
      ]

/** With fewer films there is no card of them. */
const fewFilms = 3

/** Watching's part of a year's story. */
export const watchingYearPart = ({ audience: { texts }, review }: OwnYear<WatchingReview>) => {
  const { episodes, films, topFilms, topShows } = review
  return Effect.succeed({
    sums:
      films === 0
        ? sumOf(texts, "watching", episodes, texts.watching.episodes)
        : sumOf(texts, "watching", films, texts.watching.films),
    items: [...topFilms, ...topShows].map(filmItem),
    cards: topFilms.length + topShows.length === 0 ? [] : filmsCard(review, texts),
  })
}
