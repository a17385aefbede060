import type { ComponentChildren } from "preact"
import type { ItemImage } from "../../data/responses.ts"
import { type ArtKind, Tile } from "./tile.tsx"

/** An image with its name below. */
export interface WallItem {
  readonly key: string | number
  readonly to: string
  readonly name: string
  /** Who made it: an artist, an author. */
  readonly by?: string | undefined
  readonly lead?: ComponentChildren
  readonly image?: ItemImage | undefined
  /** Its place in an order, as a number on the image. */
  readonly rank?: number
  /** The part that is done, 0 to 1, as a line below the image. */
  readonly done?: number
}

/** Images side by side, all of one form. `strip` keeps to one line, which scrolls. */
export const Wall = ({
  items,
  kind = "cover",
  strip = false,
}: {
  readonly items: ReadonlyArray<WallItem>
  readonly kind?: ArtKind
  readonly strip?: boolean
}) => (
  <ul class={`wall ${strip ? "wall-strip" : ""}`}>
    {items.map(({ by, done, image, key, lead, name, rank, to }) => (
      <li key={key}>
        <a href={to.slice(1)}>
          <Tile name={name} by={by} image={image} kind={kind} size="medium" />
          {rank === undefined ? undefined : <span class="wall-rank">{rank}</span>}
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
