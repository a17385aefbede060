import type { ComponentChildren } from "preact"

/** Names with their values, the values large. Those without a value are left out. */
export const Facts = ({
  facts,
}: {
  readonly facts: ReadonlyArray<readonly [name: string, value: ComponentChildren]>
}) => (
  <dl class="facts">
    {facts.map(([name, value]) =>
      value === undefined || value === "" ? undefined : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)
