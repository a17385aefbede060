import "./listening.css"
import type { ComponentChildren } from "preact"
import type { ItemImage } from "../../data/responses.ts"
import { fullDay, dayOf, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Series } from "../../parts/charts/series.tsx"
import { artKind, Tile } from "../../parts/tile.tsx"
import { Title } from "../../parts/title.tsx"

const { listening } = messages

interface One {
  readonly id: number
  readonly name: string
  readonly image?: ItemImage
  readonly playcount: number
  readonly rank: number
  readonly first_played_at: string
  readonly last_played_at: string
  readonly sparkline?: {
    readonly granularity: string
    readonly points: ReadonlyArray<{ readonly start: string; readonly count: number }>
  }
}

const day = (instant: string) => (instant === "" ? "" : fullDay(dayOf(instant)))

/** One artist, album or track: its image, how often it was played, and its months. */
export const PlayedItemView = ({
  by,
  children,
  lead,
  one,
  type,
}: {
  readonly type: "artist" | "album" | "track"
  readonly one: One
  readonly lead: ComponentChildren
  /** The artist of an album or a track. */
  readonly by?: string
  readonly children?: ComponentChildren
}) => (
  <div class="hue-listening">
    <div class="one">
      <Tile name={one.name} image={one.image} size="medium" by={by} kind={artKind(type)} />
      <div>
        <Title title={one.name} lead={lead}>
          <Correct domain="listening" type={type} id={one.id} name={one.name} values={one} />
        </Title>
        <Facts
          facts={[
            [listening.plays, number(one.playcount)],
            [listening.rank, one.rank > 0 ? listening.rankOf(one.rank) : ""],
            [listening.first, day(one.first_played_at)],
            [listening.last, day(one.last_played_at)],
          ]}
        />
      </div>
    </div>
    {one.sparkline === undefined || one.sparkline.points.length < 2 ? undefined : (
      <section>
        <h2>{listening.overTime}</h2>
        <Series
          points={one.sparkline.points}
          granularity={one.sparkline.granularity}
          counted={messages.plays}
          label={messages.plays(one.playcount)}
          height={160}
        />
      </section>
    )}
    {children}
  </div>
)
