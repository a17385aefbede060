import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { duration } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { Shown } from "../../parts/states.tsx"
import type { Address } from "../../router.tsx"
import { PlayedItemView } from "./one.tsx"
import { Recent } from "./recent.tsx"

const Track = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/listening/tracks/${id}`
  const track = useRead<Answer<"listening", "track">>(path)
  return (
    <Shown path={path} read={track} lines={8}>
      {(one) => (
        <PlayedItemView
          type="track"
          one={one}
          by={one.artist.name}
          lead={
            <>
              <a href={itemPath("listening", { type: "artist", id: one.artist.id }).slice(1)}>
                {one.artist.name}
              </a>
              {one.length_s === undefined || one.length_s === 0 ? undefined : ` · ${duration(one.length_s)}`}
            </>
          }
        >
          <Recent query={`track_id=${id}`} />
        </PlayedItemView>
      )}
    </Shown>
  )
}

export default Track
