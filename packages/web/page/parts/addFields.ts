import { type FieldForm, fieldsOf } from "./correctFields.ts"

type Fields = Readonly<Record<string, FieldForm>>

/** A type of item that is added by hand. */
export interface AddedType {
  readonly domain: string
  readonly type: string
  /** The route that takes it. */
  readonly path: string
  /** The fields that it must have, by the names of the API. */
  readonly needed: Fields
  readonly optional: Fields
}

/** A type whose fields are those of its corrections; `more` are those that only the first telling has. */
const typeOf = (domain: string, type: string, needs: ReadonlyArray<string>, more: Fields = {}): AddedType => {
  const all = Object.entries({ ...more, ...fieldsOf[domain]?.[type] })
  return {
    domain,
    type,
    path: `/v1/admin/${domain}/${type}`,
    needed: Object.fromEntries(all.filter(([name]) => needs.includes(name))),
    optional: Object.fromEntries(all.filter(([name]) => !needs.includes(name))),
  }
}

/** The types of items that can be added by hand, by the names that addresses have for them. */
export const addedTypes: Readonly<Record<string, AddedType>> = {
  play: typeOf("listening", "play", ["artist", "track", "played_at"]),
  article: typeOf("reading", "article", ["url"]),
  book: typeOf("reading", "book", ["title"]),
  highlight: typeOf("reading", "highlight", ["article_id", "text"], { article_id: "number" }),
  watch: typeOf("watching", "watch", ["title", "watched_at"], {
    title: "text",
    year: "number",
    season: "number",
    episode: "number",
  }),
  run: typeOf("running", "run", ["started_at", "distance_mi", "moving_s"]),
  event: typeOf("attending", "event", ["title", "event_date", "event_type"]),
  record: typeOf("collecting", "record", ["artist", "title"]),
  media: typeOf("collecting", "media", ["title"]),
  discogs: {
    domain: "collecting",
    type: "record",
    path: "/v1/admin/collecting/vinyl",
    needed: { artist: "text", title: "text" },
    optional: { year: "number" },
  },
  release: {
    domain: "collecting",
    type: "record",
    path: "/v1/admin/collecting/vinyl",
    needed: { collection_release_id: "number" },
    optional: {},
  },
  "check-in": typeOf("places", "check-in", ["venue", "checked_in_at"]),
}
