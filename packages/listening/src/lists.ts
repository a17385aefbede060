import type { DateRange, Page, PageRequest } from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { StoredPlay, TrackId } from "./model.ts"

/** A play in a list. */
export const ListedPlay = Schema.Struct({
  ...StoredPlay.fields,
  /** Unique and stable: the track and the time identify a play. */
  id: Schema.String,
  trackId: TrackId,
  /** The address of an audio excerpt of the track; "" until enrichment has found it. */
  previewUrl: Schema.String,
})
export type ListedPlay = typeof ListedPlay.Type

/** The id of a play. */
export const playId = ({ playedAt, trackId }: Pick<ListedPlay, "playedAt" | "trackId">): string =>
  `${trackId}:${playedAt}`

/** The reads of single plays and of what was played. Storage failures are defects; hidden plays are in none. */
export interface ListeningLists {
  /** Plays of the range, newest first, then by track in descending order of ids. */
  readonly plays: (range: DateRange, page: PageRequest) => Effect.Effect<Page<ListedPlay>>
}
