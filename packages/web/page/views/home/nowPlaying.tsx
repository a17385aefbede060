import { nowPlaying } from "../../data/live.ts"
import { useSignal } from "../../data/signal.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Tile } from "../../parts/tile.tsx"
import { Time } from "../../parts/time.tsx"

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

/** The current track; the last one if none is playing. Nothing if nothing was ever played. */
export const NowPlayingBand = () => {
  const now = useSignal(nowPlaying)
  if (now?.track === undefined) return <div class="playing" aria-hidden="true" />
  const { album, artist, image, name } = now.track
  return (
    <section class="playing hue-listening" aria-live="polite">
      <Tile name={album.name === "" ? artist.name : album.name} image={image} size="medium" />
      <div class="entry-text">
        <p class="mark">
          {now.is_playing ? (
            <span class="bars" aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
          ) : undefined}
          {now.is_playing ? home.playing : home.played} <Time at={now.scrobbled_at} />
        </p>
        <p class="playing-title">
          <ItemLink type="album" id={album.id} name={name} />
        </p>
        <p class="quiet">
          <ItemLink type="artist" id={artist.id} name={artist.name} />
          {album.name === "" ? undefined : " · "}
          <ItemLink type="album" id={album.id} name={album.name} />
        </p>
      </div>
    </section>
  )
}
