import {
  type ByHand,
  type EditedItem,
  type EditFields,
  EpochMillis,
  handName,
  handText,
  handTime,
  handUrlOrNone,
  handWhole,
  mergeKnown,
  unknownItem,
  withFields,
} from "@daybook/kernel"
import * as Schema from "effect/Schema"
import { ListedFilm, mediaId } from "./lists.ts"
import { RecordId, StoredRecord } from "./model.ts"
import { normalizeOwnedFilm, normalizeOwnedRecord } from "./normalizeOwned.ts"

/** The source of records and films that were added manually. */
export const manualSource = "manual"

/** A record with the time of adding that its source reports, which identifies one from a file. */
export const SourcedRecord = Schema.Struct({
  ...StoredRecord.fields,
  toldAt: Schema.UndefinedOr(EpochMillis),
})
export type SourcedRecord = typeof SourcedRecord.Type

const year = handWhole(0, 9_999).annotate({ description: "0 where unknown" })

/** The editable fields of a record. */
export const recordByHand = {
  type: "record",
  needed: { artist: handName, title: handName },
  optional: {
    year,
    format: handText().annotate({ description: "Such as Vinyl" }),
    added_at: handTime,
    media_condition: handText().annotate({ description: "The grade of the disc" }),
    sleeve_condition: handText().annotate({ description: "The grade of the sleeve" }),
    image_url: handUrlOrNone.annotate({ description: "The URL of its image; empty for none" }),
  },
  times: ["added_at"],
  example: {
    artist: "Ida Quarry",
    title: "Salt",
    year: 1978,
    format: "Vinyl",
    added_at: "2026-05-10",
  },
} satisfies ByHand

/** The editable fields of a film. */
export const mediaByHand = {
  type: "media",
  needed: { title: handName },
  optional: {
    year,
    format: handText().annotate({ description: "bluray, uhd_bluray, dvd, hddvd, vhs, digital, …" }),
    movie_db_id: handWhole(0, 2_147_483_647).annotate({ description: "The id at The Movie Database" }),
    added_at: handTime,
  },
  times: ["added_at"],
  example: { title: "Salt Roads", year: 1999, format: "bluray", added_at: "2026-05-10" },
} satisfies ByHand

const correctRecord = (record: SourcedRecord, fields: EditFields): SourcedRecord => ({
  ...normalizeOwnedRecord(withFields(recordByHand, {}, record, fields)),
  id: record.id,
  toldAt: record.toldAt,
})

/** Records as they are edited. The store assigns ids to manual ones. */
export const editedRecords: EditedItem<SourcedRecord> = {
  type: "record",
  schema: SourcedRecord,
  idOf: ({ id }) => String(id),
  make: (fields, given) => {
    const id = RecordId.make(Number(given ?? 0))
    return correctRecord(unknownItem(SourcedRecord, { id, source: manualSource, instanceId: id }), fields)
  },
  correct: correctRecord,
  // A copy at the service has more details than a file that named its release.
  combine: (known, told) =>
    known.instanceId === 0 && told.instanceId !== 0 ? told : mergeKnown(known, told),
  own: ["id", "source", "instanceId", "releaseId", "toldAt"],
}

const correctFilm = (film: ListedFilm, fields: EditFields): ListedFilm => ({
  ...normalizeOwnedFilm(withFields(mediaByHand, {}, film, fields)),
  id: film.id,
})

const maxTitleLength = 200

/** Films as they are edited. Title, year and format identify a manual one. */
export const editedFilms: EditedItem<ListedFilm> = {
  type: "media",
  schema: ListedFilm,
  idOf: ({ id }) => id,
  make: (fields) => {
    const film = correctFilm(unknownItem(ListedFilm, { source: manualSource }), fields)
    const filmId = `${[...film.title].slice(0, maxTitleLength).join("")} (${film.year})`
    return { ...film, filmId, id: mediaId({ ...film, filmId }) }
  },
  correct: correctFilm,
  combine: mergeKnown,
  own: ["id", "source", "filmId"],
}
