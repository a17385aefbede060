import { nowPlaying } from "../../data/live.ts"
import type { NowPlaying } from "../../data/responses.ts"
import { useSignal } from "../../data/signal.ts"
import { useRead } from "../../data/useRead.ts"
import { domains, itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { artOf, pictureOf, Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"

const { home } = messages

/** A name, with a link to its page if it has one. */
const ItemLink = ({
  id,
  name,
  type,
}: {
  readonly type: string
  readonly id: number
  readonly name: string
}) => (id === 0 ? <>{name}</> : <a href={itemPath("listening", { type, id }).slice(1)}>{name}</a>)

/** The current track on the colours of its cover; the last one if none is playing. Nothing if nothing was ever played. */
export const NowPlayingBand = () => {
  const told = useSignal(nowPlaying)
  // The document requests it before the stream of changes is open.
  const isAsked = told === undefined && domains.includes("listening")
  const read = useRead<NowPlaying>(isAsked ? "/v1/listening/now-playing" : undefined)
  const now = told ?? read.data
  // It may come a moment after the view: its place is kept free.
  if (now === undefined) return <div class="playing playing-wait" aria-hidden="true" />
  if (now.track === undefined) return undefined
  const { album, artist, image, name } = now.track
  const title = album.name === "" ? artist.name : album.name
  const source = pictureOf(image, "small", artOf("cover", title, artist.name))
  return (
    <section class="playing hue-listening" aria-label={now.is_playing ? home.playing : home.played}>
      <span class="playing-colours" style={{ backgroundImage: `url("${source}")` }} aria-hidden="true" />
      <Tile name={title} by={artist.name} image={image} size="medium" />
      <div>
        <p class="small playing-state">
          {now.is_playing ? (
            <span class="bars" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
          ) : undefined}
          {now.is_playing ? home.playing : home.played} <Time at={now.scrobbled_at} />
        </p>
        <p class="playing-title" dir="auto">
          <ItemLink type="album" id={album.id} name={name} />
        </p>
        <p class="playing-by" dir="auto">
          <ItemLink type="artist" id={artist.id} name={artist.name} />
          {album.name === "" ? undefined : " · "}
          <ItemLink type="album" id={album.id} name={album.name} />
        </p>
      </div>
    </section>
  )
}
