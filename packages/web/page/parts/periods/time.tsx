import { ago, clock, dayOf, exactly, fullDay, shortDay } from "../../format.ts"

interface TimeProps {
  /** An instant as the API writes it; nothing is shown for "". */
  readonly at: string
  readonly dayOnly?: boolean
  readonly as?: "ago" | "clock" | "day"
}

/** A time in the owner's time zone, with the full time on hover. */
export const Time = ({ as = "ago", at, dayOnly = false }: TimeProps) => {
  if (at === "") return undefined
  const day = dayOnly ? at.slice(0, 10) : dayOf(at)
  const shown = as === "clock" ? (dayOnly ? "" : clock(at)) : as === "day" ? shortDay(day) : ago(at, dayOnly)
  return (
    <time dateTime={dayOnly ? day : at} title={dayOnly ? fullDay(day) : exactly(at)}>
      {shown}
    </time>
  )
}
