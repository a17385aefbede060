import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import { isOf, Life, PlayedHero, Songs, Story, useMeetings } from "./played.tsx"

const { listening } = messages

const Album = ({ params }: Address) => {
  const path = `/v1/listening/albums/${encodeURIComponent(params["id"] ?? "")}`
  const album = useRead<Answer<"listening", "album">>(path)
  const { events, records } = useMeetings(album.data?.artist.name)
  return (
    <div class="hue-listening">
      <Shown path={path} read={album} lines={8}>
        {(one) => (
          <>
            <PlayedHero kind="album" one={one} by={one.artist.name}>
              <p>
                <a href={itemPath("listening", { type: "artist", id: one.artist.id }).slice(1)}>
                  {one.artist.name}
                </a>
                {one.year === 0 ? "" : ` · ${one.year}`}
              </p>
              <p>{listening.since(one.playcount, fullDay(dayOf(one.first_played_at)))}</p>
            </PlayedHero>
            <div class="halves">
              <Songs artist={one.artist.name} songs={one.top_tracks} />
              <Story
                one={one}
                artist={one.artist.name}
                records={records.filter(isOf(one.name))}
                events={events}
              />
            </div>
            <Life one={one} />
          </>
        )}
      </Shown>
    </div>
  )
}

export default Album
