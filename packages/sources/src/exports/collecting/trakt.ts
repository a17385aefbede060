import type { OwnedFilm } from "@daybook/collecting"
import type { ExportReading } from "@daybook/kernel"
import * as Predicate from "effect/Predicate"
import { CollectedFilm, ownedFilmOf } from "../../trakt/collection.ts"
import type { JsonFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"

/** The collection of films in Trakt's export. Its rows equal its API's, so that a sync finds the same films. */
export const traktJson: JsonFormat<OwnedFilm> = {
  name: "Trakt",
  records: () => new JsonRecords(["[]"]),
  is: (record) =>
    Predicate.hasProperty(record, "movie") &&
    (Predicate.hasProperty(record.movie, "title") || Predicate.hasProperty(record.movie, "ids")) &&
    (Predicate.hasProperty(record, "collected_at") || Predicate.hasProperty(record, "last_collected_at")),
  read: bySchema(CollectedFilm, (row): ExportReading<OwnedFilm> => ({ item: ownedFilmOf(row) })),
}
