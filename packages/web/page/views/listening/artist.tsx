import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/notices/states.tsx"
import { Wall } from "../../parts/lists/wall.tsx"
import type { Address } from "../../router.tsx"
import { Life, PlayedHero, Songs, Story, useMeetings } from "./played.tsx"

const { listening } = messages

const Artist = ({ params }: Address) => {
  const path = `/v1/listening/artists/${encodeURIComponent(params["id"] ?? "")}`
  const artist = useRead<Answer<"listening", "artist">>(path)
  const { events, records } = useMeetings(artist.data?.name)
  return (
    <div class="hue-listening">
      <Shown path={path} read={artist} lines={8}>
        {(one) => (
          <>
            <PlayedHero kind="artist" one={one}>
              <p>
                {[
                  listening.since(one.playcount, fullDay(dayOf(one.first_played_at))),
                  events.length === 0 ? "" : listening.seen(events.length),
                  listening.owned(records.length),
                ]
                  .filter((part) => part !== "")
                  .join(" ")}
              </p>
              {one.genres.length === 0 ? undefined : <p>{one.genres.join(", ")}</p>}
            </PlayedHero>
            <div class="halves">
              <Life one={one} />
              <Songs artist={one.name} songs={one.top_tracks} />
            </div>
            {one.top_albums.length === 0 ? undefined : (
              <section>
                <h2>{listening.albums}</h2>
                <Wall
                  items={one.top_albums.map(({ id, image, name, playcount }) => ({
                    key: id,
                    to: itemPath("listening", { type: "album", id }),
                    name,
                    by: one.name,
                    image,
                    lead: listening.playsOf(playcount),
                  }))}
                />
              </section>
            )}
            <Story one={one} artist={one.name} records={records} events={events} />
          </>
        )}
      </Shown>
    </div>
  )
}

export default Artist
