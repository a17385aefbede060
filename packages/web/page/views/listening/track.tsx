import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, duration, fullDay } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import { Life, PlayedHero } from "./played.tsx"
import { Recent } from "./recent.tsx"

const { listening } = messages

const Track = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/listening/tracks/${id}`
  const track = useRead<Answer<"listening", "track">>(path)
  return (
    <div class="hue-listening">
      <Shown path={path} read={track} lines={8}>
        {(one) => (
          <>
            <PlayedHero kind="track" one={one} by={one.artist.name}>
              <p>
                <a href={itemPath("listening", { type: "artist", id: one.artist.id }).slice(1)}>
                  {one.artist.name}
                </a>
                {one.length_s === 0 ? "" : ` · ${duration(one.length_s)}`}
              </p>
              <p>{listening.since(one.playcount, fullDay(dayOf(one.first_played_at)))}</p>
            </PlayedHero>
            <Life one={one} />
            <Recent query={`track_id=${id}`} />
          </>
        )}
      </Shown>
    </div>
  )
}

export default Track
