import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/states.tsx"
import type { Address } from "../../router.tsx"
import { PlayedItemView } from "./one.tsx"
import { Ranked } from "./ranked.tsx"
import { Recent } from "./recent.tsx"

const { listening } = messages

const Artist = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/listening/artists/${id}`
  const artist = useRead<Answer<"listening", "artist">>(path)
  return (
    <Shown path={path} read={artist} lines={8}>
      {(one) => (
        <PlayedItemView
          type="artist"
          one={one}
          lead={one.genres.length === 0 ? listening.artist : one.genres.join(", ")}
        >
          <div class="columns">
            <section>
              <h2>{listening.kinds.album}</h2>
              <Ranked items={one.top_albums} type="album" />
            </section>
            <section>
              <h2>{listening.kinds.track}</h2>
              <Ranked items={one.top_tracks} type="track" />
            </section>
          </div>
          <Recent query={`artist_id=${id}`} />
        </PlayedItemView>
      )}
    </Shown>
  )
}

export default Artist
