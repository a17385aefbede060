import {
  type ByHand,
  type Edit,
  type EditFields,
  handName,
  handNumber,
  handText,
  handTime,
  handWhole,
  isLocalDate,
  mergeKnown,
  type ShownItem,
  ActiveEdits,
  type FieldSetters,
  withFields,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { TitleEdits } from "./editedTitles.ts"
import { onDay, TitleId, unknownTime, Watch, type WatchId, type WatchTime } from "../model.ts"
import { maxReviewLength } from "../normalizeRecord.ts"
import type { WatchByHand } from "./manualWatch.ts"

const largestNumber = 2_147_483_647

/** The editable fields of a watch. */
export const watchByHand = {
  type: "watch",
  needed: { watched_at: handTime },
  optional: {
    rating: handNumber(0, 5)
      .annotate({ description: "0.5 to 5 in half steps; 0 for none" })
      .check(Schema.makeFilter((stars: number) => Number.isInteger(stars * 2) || "must be in steps of 0.5")),
    review: handText(maxReviewLength).annotate({ description: "Plain text" }),
  },
  fixed: {
    title: handName.annotate({ description: "Title of the film or show; optional with movie_db_id" }),
    movie_db_id: handWhole(1, largestNumber).annotate({
      description: "The id of the film or show at The Movie Database",
    }),
    year: handWhole(0, 9_999).annotate({ description: "The year of release; 0 where unknown" }),
    season: handWhole(0, largestNumber).annotate({ description: "With episode, of a show; 0 for specials" }),
    episode: handWhole(0, largestNumber).annotate({ description: "With season" }),
  },
  times: ["watched_at"],
  days: ["watched_at"],
  example: {
    watched_at: "2026-05-10",
    title: "Salt Roads",
    year: 1999,
    rating: 4.5,
    review: "Better than I remembered.",
  },
} satisfies ByHand

/** The time of a watch as an edit holds it: a day, or a moment in UTC. */
const timeOf = (value: unknown): WatchTime =>
  typeof value !== "string"
    ? unknownTime
    : isLocalDate(value)
      ? onDay(value)
      : { at: Date.parse(value), precision: "moment" }

const numberOf = (value: unknown) => (typeof value === "number" ? value : undefined)
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)

/** The watch of an addition, and its time. */
export const additionIn = (
  fields: EditFields,
): { readonly watch: WatchByHand; readonly time: WatchTime } => ({
  watch: {
    title: textOf(fields["title"]),
    movieDbId: numberOf(fields["movie_db_id"]),
    year: numberOf(fields["year"]),
    season: numberOf(fields["season"]),
    episode: numberOf(fields["episode"]),
    watchedAt: textOf(fields["watched_at"]) ?? "",
    rating: numberOf(fields["rating"]),
    review: textOf(fields["review"]),
  },
  time: timeOf(fields["watched_at"]),
})

/** A watch of a film, whose season and episode are 0, or of an episode. */
export const EditedWatch = Schema.Struct({
  ...Watch.fields,
  titleId: TitleId,
  season: Schema.Int,
  episode: Schema.Int,
})
export type EditedWatch = typeof EditedWatch.Type

/** A watch as its records report it, with their numbers. */
export interface ReportedWatch {
  readonly watch: EditedWatch
  readonly records: ReadonlyArray<WatchId>
}

/** What edited fields of a watch set beyond their own. */
const settings: FieldSetters<EditedWatch> = {
  watched_at: timeOf,
  review: (value) => ({ review: String(value).trim() }),
}

const editedWatches: ShownItem<EditedWatch> = {
  type: "watch",
  idOf: ({ id }) => String(id),
  correct: (watch, fields) => withFields(watchByHand, settings, watch, fields),
  join: (watch, part) => {
    const { at, precision } = watch.precision === "unknown" ? part : watch
    return { ...mergeKnown(part, watch), at, precision }
  },
  own: ["id", "titleId", "season", "episode", "episodeName"],
}

/**
 * The edits of watches. An edit names a record, and applies to the watch that this record reports at the time: the
 * reports of watches are in their records and need not be stored.
 */
export class WatchEdits {
  /** The edits of their films and shows. */
  readonly titles: TitleEdits
  readonly #edits: ReadonlyArray<Edit>

  constructor(edits: ReadonlyArray<Edit>) {
    this.titles = new TitleEdits(edits)
    this.#edits = edits.filter(({ type }) => type === "watch")
  }

  /** True without edits of watches, films and shows. */
  get isNone(): boolean {
    return this.#edits.length === 0 && this.titles.isNone
  }

  /**
   * The records whose watches were merged manually. They may be of several films and episodes, which are shown
   * together.
   */
  get merged(): ReadonlyArray<number> {
    return this.#edits.flatMap(({ action, fields, itemId }) =>
      action === "merge" ? [Number(itemId), Number(fields["into"])] : [],
    )
  }

  /** The edits by the numbers of the watches that their records report now. */
  standing(told: ReadonlyArray<ReportedWatch>): ActiveEdits {
    const watches = new Map(
      told.flatMap(({ records, watch }) => records.map((id) => [String(id), String(watch.id)] as const)),
    )
    const edits: Array<Edit> = []
    for (const edit of this.#edits) {
      const itemId = watches.get(edit.itemId)
      if (itemId === undefined) continue
      if (edit.action !== "merge") {
        edits.push({ ...edit, itemId })
        continue
      }
      const into = watches.get(String(edit.fields["into"]))
      // Records may have come together since, so that a merge would close a circle.
      if (into !== undefined && new ActiveEdits(edits).rootOf("watch", into) !== itemId)
        edits.push({ ...edit, itemId, fields: { into } })
    }
    return new ActiveEdits(edits)
  }

  /**
   * The watches as they are shown, earliest first. `told` includes all merged ones, each under the title that its own
   * counts as.
   */
  shown(told: ReadonlyArray<ReportedWatch>): ReadonlyArray<EditedWatch> {
    if (this.isNone) return told.map(({ watch }) => watch)
    const standing = this.standing(told)
    const watches = new Map(told.map(({ watch }) => [String(watch.id), watch]))
    return [...watches.keys()]
      .flatMap((id) => standing.shown(editedWatches, id, watches) ?? [])
      .filter(({ titleId }) => !this.titles.isRemoved(titleId))
      .sort((one, other) => one.at - other.at)
  }
}
