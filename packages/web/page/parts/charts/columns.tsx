interface ColumnsProps {
  /** For screen readers: which values these are. */
  readonly label: string
  readonly columns: ReadonlyArray<{
    /** Written below; "" if there is no space for it. */
    readonly short: string
    /** In full, with its value: 21:00: 12 plays. */
    readonly said: string
    readonly value: number
    /** True for the one that the others are compared with. */
    readonly isMarked?: boolean
    /** The view that shows it. */
    readonly to?: string
  }>
}

/** A few values side by side, such as the hours of a day. Each is a line of a list to screen readers. */
export const Columns = ({ columns, label }: ColumnsProps) => {
  const most = Math.max(1, ...columns.map(({ value }) => value))
  return (
    <ul class="bar-chart" aria-label={label}>
      {columns.map(({ isMarked = false, said, short, to, value }) => {
        const column = (
          <>
            <span class="hidden">{said}</span>
            <span
              class={`bar ${isMarked ? "bar-marked" : ""}`}
              style={{ height: `calc((100% - 20px) * ${value / most})` }}
            />
            <span class="bar-name" aria-hidden="true">
              {short}
            </span>
          </>
        )
        return (
          <li key={said} title={said}>
            {to === undefined ? column : <a href={to.slice(1)}>{column}</a>}
          </li>
        )
      })}
    </ul>
  )
}
