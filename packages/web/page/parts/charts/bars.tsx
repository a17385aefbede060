import { number } from "../../format.ts"

/** A value with its name. */
export interface Bar {
  readonly name: string
  readonly value: number
  /** The value in words, if the number is not enough. */
  readonly said?: string
  /** The view that shows it. */
  readonly to?: string
}

/** Names with their values, each with a bar of its length. */
export const Bars = ({ bars, label }: { readonly bars: ReadonlyArray<Bar>; readonly label?: string }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul class="bars-list" {...(label === undefined ? {} : { "aria-label": label })}>
      {bars.map(({ name, said, to, value }) => (
        <li key={name}>
          <span class="bars-name" dir="auto">
            {to === undefined ? name : <a href={to.slice(1)}>{name}</a>}
          </span>
          <span class="bars-bar" aria-hidden="true">
            <i style={{ width: `${(100 * value) / most}%` }} />
          </span>
          <span class="quiet small">{said ?? number(value)}</span>
        </li>
      ))}
    </ul>
  )
}
