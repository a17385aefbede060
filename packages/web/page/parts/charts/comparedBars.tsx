import "./comparedBars.css"
import { useState } from "preact/hooks"
import { fullDay, longDay, month, number, shortDay, shortMonth, shortWeekday, today } from "../../format.ts"
import { messages } from "../../messages.ts"

const { periods } = messages

/** A bucket of a period, with the count of the same one of the period before. */
export interface ComparedPoint {
  readonly start: string
  readonly count: number
  readonly previous?: number
}

/** The name of a bucket in a sentence. */
export const bucketName = (start: string, granularity: string): string =>
  granularity === "year"
    ? start.slice(0, 4)
    : granularity === "month"
      ? month(start)
      : start.slice(0, 4) === today().slice(0, 4)
        ? longDay(start)
        : fullDay(start)

/** The buckets that have a name below them: at most about eight. */
const axisNames = (points: ReadonlyArray<ComparedPoint>, granularity: string): ReadonlyArray<string> => {
  const nameOf = (start: string, at: number) => {
    if (granularity === "year") return start.slice(0, 4)
    if (granularity === "month")
      return points.length > 18 ? (start.slice(5, 7) === "01" ? start.slice(0, 4) : "") : shortMonth(start)
    if (points.length <= 7) return shortWeekday((new Date(start).getUTCDay() + 6) % 7)
    if (granularity === "day" && points.length <= 31)
      return at % 7 === 0 ? number(Number(start.slice(8))) : ""
    return granularity === "week" || Number(start.slice(8)) === 1 ? shortDay(start) : ""
  }
  const names = points.map(({ start }, at) => nameOf(start, at))
  const named = names.filter((name) => name !== "").length
  const every = Math.ceil(named / 12)
  let seen = -1
  return names.map((name) => (name === "" || ++seen % every === 0 ? name : ""))
}

interface ComparedBarsProps {
  readonly points: ReadonlyArray<ComparedPoint>
  readonly granularity: string
  /** A count in words: 12 plays. */
  readonly counted: (count: number) => string
  /** For screen readers: which counts these are. */
  readonly label: string
  /** The names of the period and of the one before, if there is one. */
  readonly name?: string
  readonly previousName?: string | undefined
}

/**
 * Bars from zero over the ticks of the period before; the highest is marked. It is one stop of the keyboard: the arrow keys move from
 * bar to bar, whose value is below.
 */
export const ComparedBars = ({
  counted,
  granularity,
  label,
  name = "",
  points,
  previousName,
}: ComparedBarsProps) => {
  const [at, setAt] = useState<number>()
  const most = Math.max(1, ...points.map(({ count, previous = 0 }) => Math.max(count, previous)))
  const highest = points.reduce(
    (best, { count }, one) => (count > (points[best]?.count ?? 0) ? one : best),
    0,
  )
  const names = axisNames(points, granularity)
  const hasPrevious = previousName !== undefined && points.some(({ previous }) => previous !== undefined)

  const move = (event: KeyboardEvent) => {
    const last = points.length - 1
    const to = { ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? -1) + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, to)))
  }

  const shown = points[at ?? -1]
  const best = points[highest]
  const told = ({ count, previous, start }: ComparedPoint) =>
    previous === undefined
      ? periods.point(bucketName(start, granularity), counted(count))
      : periods.pointBeside(bucketName(start, granularity), counted(count), previous)
  return (
    <figure class={`compared ${points.length > 45 ? "compared-dense" : ""}`}>
      <div
        class="compared-bars"
        role="application"
        aria-label={label}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
        onPointerLeave={() => setAt(undefined)}
      >
        {points.map(({ count, previous, start }, one) => (
          <span
            key={start}
            class={`compared-bar ${one === at ? "compared-at" : ""} ${one === highest && count > 0 ? "compared-most" : ""}`}
            onPointerEnter={() => setAt(one)}
          >
            <i style={{ height: `${(100 * count) / most}%` }} />
            {previous === undefined ? undefined : <b style={{ bottom: `${(100 * previous) / most}%` }} />}
          </span>
        ))}
      </div>
      <div class="compared-axis" aria-hidden="true">
        {names.map((one, index) => (
          <span key={points[index]?.start}>{one === "" ? undefined : <span>{one}</span>}</span>
        ))}
      </div>
      <figcaption class="small quiet">
        {hasPrevious ? (
          <>
            <span class="compared-key">{name}</span>
            <span class="compared-key compared-key-previous">{periods.inPrevious(previousName)}</span>
          </>
        ) : undefined}
        <span aria-live="polite">
          {shown !== undefined
            ? told(shown)
            : best === undefined || best.count === 0
              ? ""
              : periods.most(bucketName(best.start, granularity), counted(best.count))}
        </span>
      </figcaption>
    </figure>
  )
}
