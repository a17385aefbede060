import type { ComponentChildren } from "preact"
import { ComparedBars } from "../charts/comparedBars.tsx"
import { Change, type Compared, Headline, periodName, previousName } from "./comparedPeriod.tsx"

/** A period in one count, its change, and its bars over the ticks of the period before. */
export const ComparedCard = ({
  children,
  compared,
  counted,
  label,
  words,
}: {
  readonly compared: Compared
  /** A count in words: 12 plays. */
  readonly counted: (count: number) => string
  readonly label: string
  /** What else there is to say about the period. */
  readonly words: string
  /** More of it, below the bars. */
  readonly children?: ComponentChildren
}) => {
  const { count, granularity, period, points } = compared
  return (
    <section class="card" aria-label={label}>
      <header class="compared-head">
        <Headline figure={counted(count)} words={words} />
        <Change compared={compared} />
      </header>
      <ComparedBars
        points={points}
        granularity={granularity}
        counted={counted}
        label={label}
        name={periodName(period)}
        previousName={previousName(compared)}
      />
      {children}
    </section>
  )
}
