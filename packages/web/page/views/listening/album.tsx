import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/states.tsx"
import type { Address } from "../../router.tsx"
import { PlayedItemView } from "./one.tsx"
import { Ranked } from "./ranked.tsx"
import { Recent } from "./recent.tsx"

const { listening } = messages

const Album = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/listening/albums/${id}`
  const album = useRead<Answer<"listening", "album">>(path)
  return (
    <Shown path={path} read={album} lines={8}>
      {(one) => (
        <PlayedItemView
          type="album"
          one={one}
          by={one.artist.name}
          lead={
            <>
              <a href={itemPath("listening", { type: "artist", id: one.artist.id }).slice(1)}>
                {one.artist.name}
              </a>
              {one.year === undefined || one.year === 0 ? undefined : ` · ${one.year}`}
            </>
          }
        >
          <div class="columns">
            <section>
              <h2>{listening.kinds.track}</h2>
              <Ranked items={one.top_tracks} type="track" />
            </section>
            <Recent query={`album_id=${id}`} />
          </div>
        </PlayedItemView>
      )}
    </Shown>
  )
}

export default Album
