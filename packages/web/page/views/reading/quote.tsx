import type { Answer } from "../../data/responses.ts"
import { itemPath } from "../../items.ts"
import { Time } from "../../parts/time.tsx"
import { articlePath, titleOf } from "./articleLine.tsx"

export type Highlight = Answer<"reading", "highlight">

/** A highlighted passage with its note, and the article that it is from. */
export const Quote = ({ large = false, one }: { readonly one: Highlight; readonly large?: boolean }) => (
  <figure class={`quote ${large ? "quote-large" : ""}`}>
    <blockquote>{one.text}</blockquote>
    {one.note === "" ? undefined : <p class="quote-note">{one.note}</p>}
    <figcaption class="quiet small">
      <a href={articlePath(one.article.id).slice(1)}>{titleOf(one.article)}</a>
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
