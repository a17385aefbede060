import "./figures.css"
import type { ComponentChildren } from "preact"

export interface Figure {
  /** A number with its unit: 11.2 km. */
  readonly value: string
  /** What it is, or what it means: "moving". */
  readonly note: ComponentChildren
}

/** A value with its unit smaller. A value in other digits, or with its unit in front, stays as it is. */
const Value = ({ value }: { readonly value: string }) => {
  const [, digits, unit] = /^([\d.,:\s]*\d)\s*(\D+)$/.exec(value) ?? []
  return digits === undefined ? (
    <>{value}</>
  ) : (
    <>
      {digits} <small>{unit}</small>
    </>
  )
}

/** Large numbers, each with its meaning below. Those without a value are left out. */
export const Figures = ({ figures }: { readonly figures: ReadonlyArray<Figure> }) => (
  <dl class="figures">
    {figures.map(({ note, value }, at) =>
      value === "" ? undefined : (
        <div key={at}>
          <dt>{note}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ),
    )}
  </dl>
)
