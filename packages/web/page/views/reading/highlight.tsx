import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import { ReadingHead } from "./head.tsx"
import { type Highlight, Quote } from "./quote.tsx"

const { reading } = messages

const HighlightView = ({ params }: Address) => {
  const path = `/v1/reading/highlights/${encodeURIComponent(params["id"] ?? "")}`
  const highlight = useRead<Highlight>(path)
  return (
    <div class="hue-reading">
      <ReadingHead title={reading.highlightOf}>
        {highlight.data === undefined ? undefined : (
          <Correct
            domain="reading"
            type="highlight"
            id={highlight.data.id}
            name={reading.thisHighlight}
            values={highlight.data}
          />
        )}
      </ReadingHead>
      <Shown path={path} read={highlight} lines={5}>
        {(one) => (
          <>
            <Quote one={one} large />
            <p class="small">
              <a href={`reading/highlights?article_id=${one.article.id}`}>{reading.moreOf}</a>
            </p>
          </>
        )}
      </Shown>
    </div>
  )
}

export default HighlightView
