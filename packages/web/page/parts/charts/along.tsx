import { useEffect, useRef } from "preact/hooks"
import type uPlot from "uplot"
import { colourOf, useTheme } from "../theme.ts"
import { drawPlot } from "./drawPlot.ts"

/** A measure along a way, such as the pace. */
export interface Measure {
  /** The value at each point; null if nothing was measured. */
  readonly values: ReadonlyArray<number | null>
  /** A value at its axis, which has no space for a unit. */
  readonly writeTick: (value: number) => string
  /** The steps of the axis, if they are not those of ten. */
  readonly steps?: ReadonlyArray<number>
}

interface AlongProps {
  /** For screen readers: what is measured. */
  readonly label: string
  /** How far along each point is. They ascend. */
  readonly along: ReadonlyArray<number>
  readonly writeAlong: (along: number) => string
  readonly pace: Measure
  readonly heart: Measure | undefined
  /** The ground, drawn below without an axis. */
  readonly heights: ReadonlyArray<number | null> | undefined
  /** The point that is looked at, here and on the map. */
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

const scaleOf = (values: ReadonlyArray<number | null>, isReversed: boolean): uPlot.Scale => {
  const [least, most] = rangeOf(values)
  return { range: [least, most], dir: isReversed ? -1 : 1 }
}

/** The ground takes the lowest third. */
const groundOf = (heights: ReadonlyArray<number | null>): uPlot.Scale => {
  const [least, most] = rangeOf(heights)
  return { range: [least, least + 3 * (most - least)] }
}

type Options = Omit<AlongProps, "at" | "label" | "onAt" | "height">

/** The series, scales and axes of the chart, in the colours of an element. */
const partsOf = (element: HTMLElement, { heart, heights, pace, writeAlong }: Options) => {
  const colour = (name: string) => colourOf(element, name)
  const axis = {
    font: `11px ${getComputedStyle(element).fontFamily}`,
    grid: { show: false },
    ticks: { show: false },
  }
  const axisOf = ({ steps, writeTick }: Measure, scale: string, stroke: string): uPlot.Axis => ({
    ...axis,
    scale,
    stroke,
    size: 44,
    space: 40,
    ...(steps === undefined ? {} : { incrs: [...steps] }),
    values: (_plot, ticks) => ticks.map(writeTick),
  })
  const line = (scale: string, stroke: string): uPlot.Series => ({
    scale,
    stroke,
    width: 2,
    points: { show: false },
  })
  return {
    data: [pace.values, heart?.values, heights].filter((values) => values !== undefined),
    scales: {
      x: { time: false, range: (_plot: uPlot, from: number, to: number): [number, number] => [from, to] },
      pace: scaleOf(pace.values, true),
      ...(heart === undefined ? {} : { heart: scaleOf(heart.values, false) }),
      ...(heights === undefined ? {} : { ground: groundOf(heights) }),
    },
    series: [
      {},
      line("pace", colour("--hue")),
      ...(heart === undefined ? [] : [line("heart", colour("--heart"))]),
      ...(heights === undefined
        ? []
        : [{ scale: "ground", width: 0, fill: colour("--ground"), points: { show: false } }]),
    ],
    axes: [
      {
        ...axis,
        stroke: colour("--quiet"),
        size: 26,
        space: 70,
        values: (_plot: uPlot, ticks: Array<number>) => ticks.map(writeAlong),
      },
      {
        ...axisOf(pace, "pace", colour("--hue-text")),
        grid: { stroke: colour("--line"), width: 1 },
      },
      ...(heart === undefined
        ? []
        : [{ ...axisOf(heart, "heart", colour("--heart-text")), side: 1 as const }]),
    ],
  }
}

/**
 * Pace, heart rate and the ground along a way, with one cursor. It is one stop of the keyboard: arrow keys and the pointer
 * move along it, and the view explains what is there.
 */
export const Along = ({ at, height = 236, label, onAt, ...options }: AlongProps) => {
  const { along, heart, heights, pace } = options
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const told = useRef(onAt)
  told.current = onAt
  const theme = useTheme()

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const { data, ...parts } = partsOf(element, options)
    const { plot: made, remove } = drawPlot(
      element,
      height,
      {
        ...parts,
        padding: [8, 8, 0, 0],
        cursor: { y: false, points: { size: 10 }, drag: { setScale: false, x: false, y: false } },
        hooks: { setCursor: [({ cursor: { idx } }) => told.current(idx ?? undefined)] },
      },
      [[...along], ...data.map((values) => [...values])],
    )
    plot.current = made
    return remove
  }, [along, pace.values, heart?.values, heights, height, theme])

  // The point that is looked at on the map.
  useEffect(() => {
    const made = plot.current
    if (made === undefined || (made.cursor.idx ?? undefined) === at) return
    const x = at === undefined ? undefined : along[at]
    made.setCursor(x === undefined ? { left: -10, top: -10 } : { left: made.valToPos(x, "x"), top: 0 }, false)
  }, [at])

  const move = (event: KeyboardEvent) => {
    const last = along.length - 1
    const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key]
    const to =
      { Home: 0, End: last }[event.key] ??
      (by === undefined ? undefined : (at ?? (by > 0 ? -1 : last + 1)) + by)
    if (to === undefined) return
    event.preventDefault()
    onAt(Math.min(last, Math.max(0, to)))
  }

  return (
    <div
      ref={box}
      class="along"
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={move}
      onBlur={() => onAt(undefined)}
      style={{ height: `${height}px` }}
    />
  )
}
