import type { ItemImage } from "../data/responses.ts"

/** The longest side of an image: small 100, medium 300, large 1,200 pixels or so. */
type Size = "small" | "medium" | "large"

const initials = (name: string) =>
  name
    .replace(/^(the|a|an) /i, "")
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase()

/** A number of 0 to 359 that a name always gets. */
const angleOf = (name: string) =>
  [...name].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360, 7)

interface TileProps {
  readonly name: string
  readonly image?: ItemImage | undefined
  readonly size?: Size
  /** Its width by its height: 1 for covers, 2/3 for posters. */
  readonly ratio?: number
  readonly class?: string
}

/**
 * The image of an item. Only the server's own copy is shown: the page makes no other requests. If there is none, the
 * letters of its name are shown on a colour derived from the name. The name is next to it, so it is silent for screen
 * readers.
 */
export const Tile = ({ class: more = "", image, name, ratio = 1, size = "small" }: TileProps) => {
  const own = image?.url.startsWith("/") === true ? image : undefined
  const style = {
    aspectRatio: String(ratio),
    "--angle": String(angleOf(name)),
    ...(own?.dominant_color === undefined ? {} : { background: own.dominant_color }),
  }
  return (
    <span class={`tile ${own === undefined ? "tile-letters" : ""} ${more}`} style={style} aria-hidden="true">
      {own === undefined ? (
        <span>{initials(name)}</span>
      ) : (
        <img
          src={own.url.replace(/\/large$/, `/${size}`)}
          alt=""
          loading="lazy"
          decoding="async"
          width={own.width}
          height={own.height}
        />
      )}
    </span>
  )
}
