import type { ItemImage } from "../../data/responses.ts"
import { type ArtKind, Tile } from "../../parts/lists/tile.tsx"

/** A line of a short list: a name, a count, and a link. */
export interface TopRow {
  readonly name: string
  readonly value: string
  readonly to?: string
  readonly image?: ItemImage | undefined
  readonly kind?: ArtKind
}

const most = 5

/** The first few of something, in order; nothing if there are none. */
export const TopList = ({ rows, title }: { readonly title: string; readonly rows: ReadonlyArray<TopRow> }) =>
  rows.length === 0 ? undefined : (
    <div class="top-list">
      <h3>{title}</h3>
      <ol>
        {rows.slice(0, most).map(({ image, kind = "cover", name, to, value }) => (
          <li key={`${name} ${value} ${to ?? ""}`}>
            <Tile name={name} image={image} kind={kind} />
            <span class="entry-title" dir="auto">
              {to === undefined ? name : <a href={to.slice(1)}>{name}</a>}
            </span>
            <span class="quiet">{value}</span>
          </li>
        ))}
      </ol>
    </div>
  )
