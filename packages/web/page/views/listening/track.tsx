import type { Answer } from "../../data/answers.ts"
import { useRead } from "../../data/useRead.ts"
import { duration } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { Shown } from "../../parts/shown.tsx"
import type { Address } from "../../router.tsx"
import { OneOf } from "./one.tsx"
import { Recent } from "./recent.tsx"

const Track = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/listening/tracks/${id}`
  const track = useRead<Answer<"listening", "track">>(path)
  return (
    <Shown path={path} read={track} lines={8}>
      {(one) => (
        <OneOf
          type="track"
          one={one}
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
        </OneOf>
      )}
    </Shown>
  )
}

export default Track
