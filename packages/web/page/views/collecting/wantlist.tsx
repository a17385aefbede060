import type { Answer } from "../../data/responses.ts"
import { messages } from "../../messages.ts"
import { Endless } from "../../parts/lists/infiniteList.tsx"
import { ToSources } from "../../parts/notices/nothingYet.tsx"
import { EmptyState } from "../../parts/notices/states.tsx"
import { Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { CollectingHead } from "./head.tsx"
import { dotted } from "./shelves.tsx"

const { collecting } = messages

type Wanted = Answer<"collecting", "wantlist">["data"][number]

/** The records that the owner wants to have. */
const Wantlist = () => (
  <div class="hue-collecting">
    <CollectingHead title={collecting.wantlist} lead={collecting.wantlistLead} />
    <Endless<Wanted>
      path="/v1/collecting/wantlist"
      empty={
        <EmptyState
          title={collecting.noneOfList}
          hint={
            <>
              {collecting.wantlistEmpty} <ToSources />
            </>
          }
        />
      }
    >
      {(items) => (
        <ul class="entries">
          {items.map(({ added_at: at, artist, format, id, image, notes, title, year }) => (
            <li key={id} class="entry entry-still">
              <Tile name={title} by={artist} image={image} kind="cover" />
              <span class="entry-text">
                <span class="entry-title" dir="auto">
                  {title}
                </span>
                <span class="quiet" dir="auto">
                  {dotted(artist, format, year)}
                </span>
                {notes === "" ? undefined : (
                  <span class="quiet small" dir="auto">
                    {notes}
                  </span>
                )}
              </span>
              <span class="entry-when">
                <Time at={at} as="day" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Endless>
  </div>
)

export default Wantlist
