import type { ComponentChildren } from "preact"
import type { ItemImage } from "../data/responses.ts"
import { Tile } from "./tile.tsx"

/** A cover or a poster, with its name below. */
export interface GridItem {
  readonly key: string | number
  readonly to: string
  readonly name: string
  readonly lead?: ComponentChildren
  readonly image?: ItemImage | undefined
  /** The part that is done, 0 to 1, as a line below the image. */
  readonly done?: number
}

/** Covers side by side, or posters where `ratio` is 2/3. `strip` keeps to one line, which scrolls. */
export const CoverGrid = ({
  items,
  ratio = 1,
  strip = false,
}: {
  readonly items: ReadonlyArray<GridItem>
  readonly ratio?: number
  readonly strip?: boolean
}) => (
  <ul class={`wall ${strip ? "wall-strip" : ""}`}>
    {items.map(({ done, image, key, lead, name, to }) => (
      <li key={key}>
        <a href={to.slice(1)}>
          <Tile name={name} image={image} ratio={ratio} size="medium" />
          {done === undefined ? undefined : (
            <span class="done" aria-hidden="true">
              <i style={{ width: `${100 * Math.min(1, done)}%` }} />
            </span>
          )}
          <span class="wall-name" dir="auto">
            {name}
          </span>
          {lead === undefined || lead === "" ? undefined : <span class="quiet small">{lead}</span>}
        </a>
      </li>
    ))}
  </ul>
)
