import { messages } from "../../messages.ts"
import { cardAddress } from "./storyCards.ts"

/** The first card of a year's story, which leads to it: a poster; wide where it stands at the head of a view. A year without a story has its number. */
export const YearCover = ({ isWide = false, year }: { readonly year: string; readonly isWide?: boolean }) => (
  <a
    class={`year-cover ${isWide ? "year-cover-wide" : ""}`}
    href={`years/${year}/story`}
    aria-label={isWide ? messages.story.title(year) : undefined}
  >
    <span>{year}</span>
    <picture>
      {isWide ? (
        <source media="(min-width: 45.01rem)" srcset={cardAddress(year, "cover", "wide", "svg")} />
      ) : undefined}
      <img src={cardAddress(year, "cover", "story", "svg")} alt="" loading="lazy" />
    </picture>
  </a>
)
