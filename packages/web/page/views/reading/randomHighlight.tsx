import { readAgain } from "../../data/cache.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { ErrorState, Skeleton } from "../../parts/states.tsx"
import { type Highlight, Quote } from "./quote.tsx"

const { reading } = messages

const path = "/v1/reading/highlights/random"

/** A passage that was highlighted some time, drawn by the server. */
export const RandomHighlight = () => {
  const { data, failure, reading: asks } = useRead<Highlight>(path)
  return (
    <section>
      <header class="section">
        <h2>{reading.byChance}</h2>
        {data === undefined ? undefined : (
          <button type="button" class="button" disabled={asks} onClick={() => readAgain(path)}>
            {reading.another}
          </button>
        )}
      </header>
      {data !== undefined ? (
        <div aria-live="polite">
          <Quote one={data} large />
        </div>
      ) : failure?.status === 404 ? (
        <p class="quiet">{reading.noHighlights}</p>
      ) : failure !== undefined ? (
        <ErrorState failure={failure} path={path} />
      ) : (
        <Skeleton />
      )}
    </section>
  )
}
