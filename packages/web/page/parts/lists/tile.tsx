import { addressOf } from "../../data/address.ts"
import type { ItemImage } from "../../data/responses.ts"

/** The longest side of an image: small 160, medium 480, large 1,200 pixels. */
export type Size = "small" | "medium" | "large"

/** The form of an image: covers and portraits are square, posters and books upright, places wide. */
export type ArtKind = "cover" | "poster" | "book" | "portrait" | "place"

const kinds: Readonly<Record<string, ArtKind>> = {
  artist: "portrait",
  performer: "portrait",
  player: "portrait",
  movie: "poster",
  film: "poster",
  show: "poster",
  media: "poster",
  book: "book",
  venue: "place",
  place: "place",
  "check-in": "place",
  run: "place",
}

/** The form of the image of an item of a type, such as "album". */
export const artKind = (type: string): ArtKind => kinds[type] ?? "cover"

/** Longer titles have the image of their beginning. */
const maxLength = 200

/** The URL of the image that the server draws for an item without one. */
export const artOf = (kind: ArtKind, title: string, by = ""): string => {
  const query = new URLSearchParams({ title: title.slice(0, maxLength) })
  if (by !== "") query.set("by", by.slice(0, maxLength))
  return addressOf(`/v1/images/art/${kind}?${query.toString()}`)
}

const isCopy = (image: ItemImage | undefined): image is ItemImage => image?.url.startsWith("/") === true

/** The URL of the server's copy of an image, else of the one that it draws. */
export const pictureOf = (image: ItemImage | undefined, size: Size, drawn: string): string =>
  isCopy(image) ? image.url.replace(/\/large$/, `/${size}`) : drawn

interface TileProps {
  readonly name: string
  /** Who made it: an artist, an author. Everything by one maker is drawn with the same inks. */
  readonly by?: string | undefined
  readonly kind?: ArtKind
  readonly image?: ItemImage | undefined
  readonly size?: Size
  readonly class?: string
}

/**
 * The image of an item: the server's own copy of its image, else the one that the server draws from its name. The page
 * makes no other requests. The name is next to it, so screen readers skip it.
 */
export const Tile = ({ by, class: more = "", image, kind = "cover", name, size = "small" }: TileProps) => {
  const own = isCopy(image) ? image : undefined
  const source = pictureOf(own, size, artOf(kind, name, by))
  return (
    <span
      class={`tile tile-${kind} ${more}`}
      style={own?.dominant_color === undefined ? {} : { background: own.dominant_color }}
      aria-hidden="true"
    >
      <img
        key={source}
        src={source}
        alt=""
        loading="lazy"
        decoding="async"
        width={own?.width}
        height={own?.height}
      />
    </span>
  )
}
