import {
  type ByHand,
  type Edit,
  type FieldSetters,
  handName,
  handNames,
  handUrl,
  handWhole,
  mergeKnown,
  type ShownItem,
  ActiveEdits,
  withFields,
} from "@daybook/kernel"
import { type Title, TitleId, type TitleKind } from "../model.ts"
import { normalizeTitle } from "../normalizeRecord.ts"

const largestNumber = 2_147_483_647

const facts = {
  year: handWhole(0, 9_999).annotate({ description: "0 where unknown" }),
  movie_db_id: handWhole(0, largestNumber).annotate({
    description: "The id at The Movie Database; 0 where unknown",
  }),
  image_url: handUrl.annotate({ description: "The URL of its image" }),
  genres: handNames,
}

const insteadOfAdding = (kind: "film" | "show") =>
  `A ${kind} is created with its watches: add a watch with POST /v1/admin/watching/watch`

/** The editable fields of films and shows. */
export const titlesByHand = {
  film: {
    type: "movie",
    needed: { title: handName },
    optional: {
      ...facts,
      runtime_min: handWhole(0, 10_000).annotate({ description: "Minutes; 0 where unknown" }),
      directors: handNames,
    },
    insteadOfAdding: insteadOfAdding("film"),
    example: { title: "Salt Roads", year: 2019, runtime_min: 104 },
  },
  show: {
    type: "show",
    needed: { title: handName },
    optional: {
      ...facts,
      runtime_min: handWhole(0, 10_000).annotate({ description: "Minutes of an episode; 0 where unknown" }),
      total_episodes: handWhole(0, 100_000).annotate({ description: "Without specials; 0 where unknown" }),
    },
    insteadOfAdding: insteadOfAdding("show"),
    example: { title: "Night Ferry", year: 2021, total_episodes: 8 },
  },
} satisfies Readonly<Record<TitleKind, ByHand>>

/** The kind of the titles that edits of a type are of; undefined if they are of none. */
export const kindOfType = (type: string): TitleKind | undefined =>
  type === "movie" ? "film" : type === "show" ? "show" : undefined

/** What edited fields set that a title has under another name. */
const setters: FieldSetters<Title> = {
  title: "name",
  movie_db_id: (value, { ids: { tmdb: _tmdb, ...ids } }) => ({ ids: { ...ids, tmdb: Number(value) } }),
  runtime_min: "runtimeMinutes",
}

/** Films and shows have their ids from one sequence, so that edits of both are stored as one type. */
const editedTitles: ShownItem<Title> = {
  type: "title",
  idOf: ({ id }) => String(id),
  correct: (title, fields) => normalizeTitle(withFields(titlesByHand[title.kind], setters, title, fields)),
  join: (title, part) => ({
    ...mergeKnown(part, title),
    ids: { ...part.ids, ...title.ids },
    namedBy: title.namedBy,
    checkedAt: title.checkedAt,
  }),
}

/** The edits of films and shows. */
export class TitleEdits {
  readonly isNone: boolean
  readonly #standing: ActiveEdits

  constructor(edits: ReadonlyArray<Edit>) {
    const own = edits.filter(({ type }) => kindOfType(type) !== undefined)
    this.isNone = own.length === 0
    this.#standing = new ActiveEdits(own.map((edit) => ({ ...edit, type: editedTitles.type })))
  }

  /** The titles with edits, and those that others were merged into. */
  get ids(): ReadonlyArray<TitleId> {
    return [...this.#standing.idsOf(editedTitles.type)].map((id) => TitleId.make(Number(id)))
  }

  touches(id: TitleId): boolean {
    return this.#standing.idsOf(editedTitles.type).has(String(id))
  }

  /** The title that a title counts as: itself unless it was merged. */
  homeOf(id: TitleId): TitleId {
    return TitleId.make(Number(this.#standing.rootOf(editedTitles.type, String(id))))
  }

  isRemoved(id: TitleId): boolean {
    return this.#standing.of(editedTitles.type, String(this.homeOf(id)))?.isRemoved === true
  }

  /** The titles that are not shown: merged and removed ones. */
  get hidden(): ReadonlyArray<TitleId> {
    return this.ids.filter((id) => this.homeOf(id) !== id || this.isRemoved(id))
  }

  /** These titles, those that they count as, and all that count as one with them, by id. */
  together(ids: ReadonlyArray<TitleId>): ReadonlyArray<TitleId> {
    if (this.isNone) return ids
    return this.#standing
      .together(editedTitles.type, ids.map(String))
      .map((id) => TitleId.make(Number(id)))
      .sort((one, other) => one - other)
  }

  /** Titles as they are shown; hidden ones are omitted. `told` has all that count as one with any of them. */
  shown(told: ReadonlyArray<Title>): ReadonlyMap<TitleId, Title> {
    const inOrder = told.toSorted((one, other) => one.id - other.id)
    const byId = new Map(inOrder.map((title) => [String(title.id), title]))
    return new Map(
      inOrder.flatMap(({ id }) => {
        const title = this.#standing.shown(editedTitles, String(id), byId)
        return title === undefined ? [] : [[id, title] as const]
      }),
    )
  }
}
