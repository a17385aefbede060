interface SparklineProps {
  readonly points: ReadonlyArray<{ readonly start: string; readonly count: number }>
  readonly width?: number
  readonly height?: number
}

/** The shape of counts over time, from zero up. It has a number next to it, so it is silent for screen readers. */
export const Sparkline = ({ height = 24, points, width = 96 }: SparklineProps) => {
  const most = Math.max(1, ...points.map(({ count }) => count))
  const step = width / Math.max(1, points.length - 1)
  const line = points
    .map(
      ({ count }, at) =>
        `${(at * step).toFixed(1)} ${(height - 1.5 - (count / most) * (height - 3)).toFixed(1)}`,
    )
    .join("L")
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <path class="sparkline-area" d={`M0 ${height}L${line}L${width} ${height}Z`} />
      <path class="sparkline-line" d={`M${line}`} />
    </svg>
  )
}
