import type { ItemImage } from "../../data/responses.ts"
import { number } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Sparkline } from "../../parts/charts/sparkline.tsx"
import { artKind, Tile } from "../../parts/tile.tsx"

/** Something that was played, with how often. */
export interface Played {
  readonly id: number
  readonly name: string
  readonly detail?: string
  readonly playcount: number
  readonly image?: ItemImage
  readonly sparkline?: {
    readonly points: ReadonlyArray<{ readonly start: string; readonly count: number }>
  }
}

export type PlayedType = "artist" | "album" | "track"

/** Artists, albums or tracks with their plays, by default those played most, in order. */
export const Ranked = ({
  items,
  numbered = true,
  type,
}: {
  readonly items: ReadonlyArray<Played>
  readonly type: PlayedType
  /** False if they stand in another order. */
  readonly numbered?: boolean
}) => (
  <ol class={`ranked ${numbered ? "" : "ranked-plain"}`}>
    {items.map(({ detail = "", id, image, name, playcount, sparkline }, at) => (
      <li key={id}>
        <a href={itemPath("listening", { type, id }).slice(1)}>
          {numbered ? <span class="quiet rank">{number(at + 1)}</span> : undefined}
          <Tile name={name} by={detail} image={image} kind={artKind(type)} />
          <span class="entry-text">
            <span class="entry-title" dir="auto">
              {name}
            </span>
            {detail === "" ? undefined : (
              <span class="quiet" dir="auto">
                {detail}
              </span>
            )}
          </span>
          {sparkline === undefined ? <span /> : <Sparkline points={sparkline.points} />}
          <span class="count">
            {number(playcount)} <span class="hidden">{messages.playsWord(playcount)}</span>
          </span>
        </a>
      </li>
    ))}
  </ol>
)
