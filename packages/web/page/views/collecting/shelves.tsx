import type { Answer } from "../../data/responses.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import type { WallItem } from "../../parts/lists/wall.tsx"

const { collecting } = messages

export type Owned = Answer<"collecting", "records">["data"][number]
export type Film = Answer<"collecting", "media">["data"][number]
type Added = Answer<"collecting", "recent">["data"][number]

export const recordPath = (id: number | string): string => itemPath("collecting", { type: "record", id })
export const filmPath = (id: string): string => itemPath("collecting", { type: "media", id })

/** The known parts of a line, with dots between. */
export const dotted = (...parts: ReadonlyArray<string | number>): string =>
  parts.filter((part) => part !== "" && part !== 0).join(" · ")

/** A record on a shelf. */
export const recordCover = (
  one: { readonly id: number | string } & Pick<Owned, "title" | "artist" | "year" | "format" | "image">,
): WallItem => ({
  key: one.id,
  to: recordPath(one.id),
  name: one.title,
  by: one.artist,
  image: one.image,
  lead: (
    <>
      {one.artist}
      <span class="cover-more">{dotted(one.format, one.year)}</span>
    </>
  ),
})

/** A film on a shelf. */
export const filmCover = (one: Pick<Film, "id" | "title" | "year" | "format" | "image">): WallItem => ({
  key: one.id,
  to: filmPath(one.id),
  name: one.title,
  image: one.image,
  lead: dotted(collecting.formatName(one.format), one.year),
})

/** A record or a film, as it was added. */
export const addedCover = (one: Added): WallItem =>
  one.type === "record" ? { ...recordCover(one), key: `record ${one.id}` } : filmCover(one)
