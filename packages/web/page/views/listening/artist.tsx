import type { Answer } from "../../data/answers.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/shown.tsx"
import type { Address } from "../../router.tsx"
import { OneOf } from "./one.tsx"
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
        <OneOf
          type="artist"
          one={one}
          lead={one.genres.length === 0 ? listening.artist : one.genres.join(", ")}
          round
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
        </OneOf>
      )}
    </Shown>
  )
}

export default Artist
