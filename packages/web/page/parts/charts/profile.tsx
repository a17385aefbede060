import "uplot/dist/uPlot.min.css"
import { useEffect, useRef } from "preact/hooks"
import uPlot from "uplot"
import { colourOf, useTheme } from "../theme.ts"

interface ProfileProps {
  /** Says to those who do not see it what is measured. */
  readonly label: string
  /** How far along each point is. They ascend. */
  readonly along: ReadonlyArray<number>
  /** The value at each point; null if nothing was measured. */
  readonly values: ReadonlyArray<number | null>
  readonly writeAlong: (along: number) => string
  readonly write: (value: number) => string
  /** A value at its axis, which has no space for a unit. */
  readonly writeTick: (value: number) => string
  /** The steps of that axis, if they are not those of ten. */
  readonly steps?: ReadonlyArray<number>
  /** True where less is better, as of a pace: the least is then at the top. */
  readonly isReversed?: boolean
  /** True to fill what is below the line, as a height is. */
  readonly isFilled?: boolean
  /** The point that is looked at, in all profiles of a view. */
  readonly at: number | undefined
  readonly onAt: (at: number | undefined) => void
  readonly height?: number
}

/** The range of the measured values. One odd value, such as a stop, does not flatten the rest. */
const rangeOf = (values: ReadonlyArray<number | null>): readonly [least: number, most: number] => {
  const sorted = values.filter((value) => value !== null).sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 0
  const [least, most] = [at(0.01), at(0.99)]
  const room = Math.max((most - least) * 0.1, 1e-6)
  return [least - room, most + room]
}

/**
 * A measure along a way, such as the pace. The pointer or the arrow keys move along it, and the value there is shown
 * above.
 */
export const Profile = (props: ProfileProps) => {
  const {
    along,
    at,
    height = 110,
    isFilled = false,
    isReversed = false,
    label,
    onAt,
    steps,
    values,
    write,
    writeAlong,
    writeTick,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const told = useRef(onAt)
  told.current = onAt
  const theme = useTheme()

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const [hue = "", quiet = "", line = ""] = ["--hue", "--quiet", "--line"].map((name) =>
      colourOf(element, name),
    )
    const axis = {
      stroke: quiet,
      font: `11px ${getComputedStyle(element).fontFamily}`,
      grid: { show: false },
      ticks: { show: false },
    }
    const [least, most] = rangeOf(values)
    const made = new uPlot(
      {
        width: element.clientWidth,
        height,
        padding: [6, 4, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { size: 6 }, drag: { setScale: false, x: false, y: false } },
        scales: {
          x: { time: false, range: (_plot, from, to) => [from, to] },
          y: { range: [least, most], dir: isReversed ? -1 : 1 },
        },
        series: [
          {},
          {
            stroke: hue,
            width: 1.5,
            points: { show: false },
            ...(isFilled ? { fill: `color-mix(in oklab, ${hue} 14%, transparent)` } : {}),
          },
        ],
        axes: [
          { ...axis, size: 24, space: 60, values: (_plot, ticks) => ticks.map(writeAlong) },
          {
            ...axis,
            size: 44,
            space: 32,
            grid: { stroke: line, width: 1 },
            ...(steps === undefined ? {} : { incrs: [...steps] }),
            values: (_plot, ticks) => ticks.map(writeTick),
          },
        ],
        hooks: { setCursor: [({ cursor: { idx } }) => told.current(idx ?? undefined)] },
      },
      [[...along], [...values]],
      element,
    )
    plot.current = made
    const resized = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      made.destroy()
    }
  }, [along, values, height, isFilled, isReversed, theme])

  // The same point in the other profiles.
  useEffect(() => {
    const made = plot.current
    if (made === undefined || made.cursor.idx === at) return
    const x = at === undefined ? undefined : along[at]
    made.setCursor(x === undefined ? { left: -10, top: -10 } : { left: made.valToPos(x, "x"), top: 0 }, false)
  }, [at])

  const move = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onAt(Math.min(along.length - 1, Math.max(0, (at ?? (by > 0 ? -1 : along.length)) + by)))
  }

  const value = at === undefined ? undefined : values[at]
  return (
    <figure class="series">
      <figcaption class="profile-head">
        <span>{label}</span>
        <span aria-live="polite">{value == null ? "" : write(value)}</span>
      </figcaption>
      <div
        ref={box}
        role="application"
        aria-label={label}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => onAt(undefined)}
        style={{ height: `${height}px` }}
      />
    </figure>
  )
}
