import { useEffect, useRef, useState } from "preact/hooks"
import type uPlot from "uplot"
import { colourOf, useTheme } from "../theme.ts"
import { drawPlot } from "./drawPlot.ts"

/** The colours of an element, and axes in them: a plain one, and one of values at the left with its grid. */
const inksOf = (element: HTMLElement) => {
  const axis = {
    stroke: colourOf(element, "--quiet"),
    font: `11px ${getComputedStyle(element).fontFamily}`,
    grid: { show: false },
    ticks: { show: false },
  }
  const values = { ...axis, size: 44, space: 40, grid: { stroke: colourOf(element, "--line"), width: 1 } }
  const hue = colourOf(element, "--hue")
  return { hue, quiet: axis.stroke, fill: `color-mix(in oklab, ${hue} 14%, transparent)`, axis, values }
}

/** A scale of values from zero, with some space above the highest. */
export const fromZero: uPlot.Scale = { range: (_plot, _least, most) => [0, Math.max(1, most) * 1.05] }

interface PlotProps {
  /** For screen readers: which values these are. */
  readonly label: string
  readonly height: number
  /** What is drawn, and its points: x first, then the values of each line. */
  readonly drawn: (inks: ReturnType<typeof inksOf>) => {
    readonly options: Omit<uPlot.Options, "width" | "height" | "legend" | "cursor" | "hooks">
    readonly points: uPlot.AlignedData
  }
  /** The values that it is drawn from: another one draws it again. */
  readonly from: ReadonlyArray<unknown>
  /** By how many points a key moves. */
  readonly keys: Readonly<Record<string, number>>
  /** The point from which the first key moves. */
  readonly start: number
  /** The pixels of the dot that the cursor puts on a line; 0 for none. */
  readonly dot?: number
  /** A point in words. */
  readonly said: (at: number) => string
}

/** A plot with a cursor: one stop of the keyboard. The pointer or keys move from point to point, whose values are shown below. */
export const Plot = ({ dot = 0, drawn, from, height, keys, label, said, start }: PlotProps) => {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [at, setAt] = useState<number>()
  const theme = useTheme()

  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const { options, points } = drawn(inksOf(element))
    const made = drawPlot(
      element,
      height,
      {
        ...options,
        cursor: {
          y: false,
          points: dot === 0 ? { show: false } : { size: dot },
          drag: { setScale: false, x: false, y: false },
        },
        hooks: { setCursor: [({ cursor: { idx } }) => setAt(idx ?? undefined)] },
      },
      points,
    )
    plot.current = made.plot
    return made.remove
  }, [...from, height, theme])

  const move = (event: KeyboardEvent) => {
    const by = keys[event.key]
    if (by === undefined || plot.current === undefined) return
    event.preventDefault()
    const [along] = plot.current.data
    const next = Math.min(along.length - 1, Math.max(0, (at ?? start) + by))
    plot.current.setCursor({ left: plot.current.valToPos(along[next] ?? 0, "x"), top: 0 })
    setAt(next)
  }

  return (
    <figure class="series">
      <div
        ref={box}
        role="application"
        aria-label={label}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setAt(undefined)}
        style={{ height: `${height}px` }}
      />
      <figcaption aria-live="polite">{at === undefined ? label : said(at)}</figcaption>
    </figure>
  )
}
