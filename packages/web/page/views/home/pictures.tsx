import type { ComponentChildren } from "preact"
import type { Entry } from "../../data/responses.ts"
import { itemPath } from "../../items.ts"
import { makerOf } from "../../parts/lists/entries.tsx"
import { artKind, Tile } from "../../parts/lists/tile.tsx"

/** Entries as images of one height in a line that scrolls, each in its own form. */
export const Pictures = ({
  children,
  entries,
  leadOf,
}: {
  readonly entries: ReadonlyArray<Entry>
  /** The line above a name: its time. */
  readonly children?: (entry: Entry) => ComponentChildren
  /** The line below a name. */
  readonly leadOf: (entry: Entry) => ComponentChildren
}) => (
  <ul class="pictures">
    {entries.map((entry) => {
      const kind = artKind(entry.item.type)
      return (
        <li key={`${entry.domain} ${entry.id}`} class={`hue-${entry.domain} picture-${kind}`}>
          <a href={itemPath(entry.domain, entry.item).slice(1)}>
            <Tile name={entry.title} by={makerOf(entry)} image={entry.image} kind={kind} size="medium" />
            {children === undefined ? undefined : (
              <span class="kicker">
                <span class="dot" aria-hidden="true" />
                {children(entry)}
              </span>
            )}
            <strong class="cut" dir="auto">
              {entry.title}
            </strong>
            <span class="quiet small cut" dir="auto">
              {leadOf(entry)}
            </span>
          </a>
        </li>
      )
    })}
  </ul>
)
