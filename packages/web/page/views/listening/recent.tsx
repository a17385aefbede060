import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/notices/states.tsx"
import { Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"

const { listening } = messages

/** The newest plays of an artist, an album or a track. */
export const Recent = ({ query }: { readonly query: string }) => {
  const path = `/v1/listening/recent?${query}&limit=12`
  const plays = useRead<Answer<"listening", "recent">>(path)
  return (
    <section>
      <h2>{listening.recent}</h2>
      <Shown path={path} read={plays} lines={5}>
        {({ data }) => (
          <ul class="entries">
            {data.map(({ album, id, image, played_at: at, track }) => (
              <li key={id} class="entry">
                <a href={itemPath("listening", { type: "track", id: track.id }).slice(1)}>
                  <Tile name={album.name === "" ? track.name : album.name} image={image} />
                  <span class="entry-text">
                    <span class="entry-title" dir="auto">
                      {track.name}
                    </span>
                    <span class="quiet" dir="auto">
                      {album.name}
                    </span>
                  </span>
                  <span class="entry-when">
                    <Time at={at} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  )
}
