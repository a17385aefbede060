import type { Answer } from "../../data/responses.ts"
import { itemPath } from "../../items.ts"
import { Time } from "../../parts/periods/time.tsx"
import { titleOf } from "./articleLine.tsx"

export type Highlight = Answer<"reading", "highlight">

/** The page of the article or the book that a passage is from. */
export const sourcePath = ({ article: { id, kind } }: Pick<Highlight, "article">): string =>
  itemPath("reading", { type: kind, id })

/** A highlighted passage with its note, and the article that it is from. */
export const Quote = ({ large = false, one }: { readonly one: Highlight; readonly large?: boolean }) => (
  <figure class={`quote ${large ? "quote-large" : ""}`}>
    <blockquote>{one.text}</blockquote>
    {one.note === "" ? undefined : <p class="quote-note">{one.note}</p>}
    <figcaption class="quiet small">
      <a href={sourcePath(one).slice(1)}>{titleOf(one.article)}</a>
      {one.highlighted_at === "" ? undefined : (
        <>
          {" · "}
          <a class="quote-when" href={itemPath("reading", { type: "highlight", id: one.id }).slice(1)}>
            <Time at={one.highlighted_at} as="day" />
          </a>
        </>
      )}
    </figcaption>
  </figure>
)
