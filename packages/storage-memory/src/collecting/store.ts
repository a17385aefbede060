import { type EpochMillis, overKnown, searchableOf } from "@daybook/kernel"
import {
  CollectingStore,
  filmEntry,
  type MediaFormatCount,
  type OwnedFilm,
  type OwnedRecord,
  recordEntry,
  RecordId,
  type ReleaseDetails,
  type StoredRecord,
  type Unread,
} from "@daybook/collecting"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeCursors } from "../kernel/cursors.ts"
import { listsOf } from "./lists.ts"
import { reviewOf } from "./review.ts"
import { journalOf } from "../journal/index.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"

const releaseKey = ({ releaseId, source }: Pick<OwnedRecord, "releaseId" | "source">) =>
  `${releaseId} ${source}`
const recordKey = (record: OwnedRecord) =>
  record.instanceId === 0
    ? `${record.addedAt} of ${releaseKey(record)}`
    : `${record.instanceId} ${record.source}`
const filmKey = ({ filmId, format }: OwnedFilm) => JSON.stringify([filmId, format])

/** True where two objects with the same fields differ in one of them. */
const differ = <A extends object>(one: A, other: A): boolean =>
  Object.entries(one).some(([field, value]) => Reflect.get(other, field) !== value)

const byCount = (a: MediaFormatCount, b: MediaFormatCount): number =>
  b.count - a.count || (a.name < b.name ? -1 : 1)

/** Records and films in memory. */
export const layer = Layer.effect(
  CollectingStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const zone = yield* DateTime.CurrentTimeZone
    const cursors = makeCursors()
    const records = new Map<string, StoredRecord>()
    const films = new Map<string, ReadonlyMap<string, OwnedFilm>>()
    const answers = new Map<
      string,
      { readonly askedAt: EpochMillis; readonly details: ReleaseDetails | undefined }
    >()
    let lastId = 0

    const storeRecords = (batch: ReadonlyArray<OwnedRecord>): number => {
      const incoming = new Map(batch.map((record) => [recordKey(record), record]))
      const known = new Set(
        [...records.values(), ...incoming.values()].flatMap((record) =>
          record.instanceId === 0 ? [] : [releaseKey(record)],
        ),
      )
      const givesWay = (record: OwnedRecord) => record.instanceId === 0 && known.has(releaseKey(record))
      let changed = 0
      for (const [key, record] of incoming) {
        const before = records.get(key)
        const told = before === undefined ? record : overKnown<OwnedRecord>(before, record)
        if (givesWay(record) || (before !== undefined && !differ(told, before))) continue
        records.set(key, { ...told, id: before?.id ?? RecordId.make(++lastId) })
        changed += 1
      }
      for (const [key, record] of records) if (givesWay(record)) records.delete(key)
      // Only something new replaces what is stored.
      if (changed > 0) raiseVersion(versions, "collecting")
      return changed
    }

    const removeRecords = (ids: ReadonlyArray<RecordId>): number => {
      const gone = new Set(ids)
      let removed = 0
      for (const [key, { id }] of records) if (gone.has(id) && records.delete(key)) removed += 1
      if (removed > 0) raiseVersion(versions, "collecting")
      return removed
    }

    const replaceFilms = (source: string, batch: ReadonlyArray<OwnedFilm>, unread: Unread): number => {
      const before = films.get(source) ?? new Map<string, OwnedFilm>()
      const after = new Map(
        batch.map((film) => [filmKey(film), overKnown(before.get(filmKey(film)) ?? film, film)]),
      )
      let changed = 0
      for (const [key, film] of after) {
        const known = before.get(key)
        if (known === undefined || differ(film, known)) changed += 1
      }
      const stays = ({ filmId }: OwnedFilm) => unread === undefined || unread.includes(filmId)
      for (const [key, film] of before) if (!after.has(key) && stays(film)) after.set(key, film)
      films.set(source, after)
      if (changed > 0 || after.size !== before.size) raiseVersion(versions, "collecting")
      return changed
    }

    const allFilms = (): ReadonlyArray<OwnedFilm> =>
      [...films.values()].flatMap((ofSource) => [...ofSource.values()])

    /** The latest time of adding of each release, those to ask for first coming first. */
    const releasesToDescribe = (source: string, askedBefore: EpochMillis): ReadonlyArray<number> => {
      const latest = new Map<number, number>()
      for (const { addedAt = -Infinity, releaseId, source: other } of records.values()) {
        if (other !== source || releaseId === 0) continue
        latest.set(releaseId, Math.max(addedAt, latest.get(releaseId) ?? -Infinity))
      }
      return [...latest]
        .map(([releaseId, addedAt]) => ({
          releaseId,
          addedAt,
          ...answers.get(releaseKey({ releaseId, source })),
        }))
        .filter(({ askedAt = -Infinity, details }) => details === undefined && askedAt < askedBefore)
        .sort((a, b) => {
          if (a.askedAt !== b.askedAt) return (a.askedAt ?? -Infinity) - (b.askedAt ?? -Infinity)
          return a.addedAt === b.addedAt ? a.releaseId - b.releaseId : b.addedAt - a.addedAt
        })
        .map(({ releaseId }) => releaseId)
    }

    const countFormats = (): ReadonlyArray<MediaFormatCount> => {
      const formats = new Map<string, Set<string>>()
      for (const { filmId, format, movieDbId, source } of allFilms()) {
        if (format === "") continue
        const known = formats.get(format) ?? new Set()
        formats.set(format, known.add(JSON.stringify(movieDbId === 0 ? [source, filmId] : movieDbId)))
      }
      return [...formats].map(([name, { size: count }]) => ({ name, count })).sort(byCount)
    }

    return CollectingStore.of({
      searchable: searchableOf(() => versionIn(versions, "collecting"), {
        record: () =>
          [...records.values()].map(({ addedAt, artist, id, imageUrl, title }) => ({
            id,
            title,
            subtitle: artist,
            at: addedAt,
            imageUrl,
          })),
        media: () =>
          allFilms().map(({ addedAt, filmId, format, source, title, year }) => ({
            id: `${source}:${filmId}:${format}`,
            title,
            subtitle: year === 0 ? "" : String(year),
            at: addedAt,
          })),
      }),
      journal: journalOf(
        zone,
        () => versionIn(versions, "collecting"),
        () => [
          ...[...records.values()].flatMap(({ addedAt, ...record }) =>
            addedAt === undefined ? [] : [recordEntry({ ...record, addedAt })],
          ),
          ...allFilms().flatMap(({ addedAt, ...film }) =>
            addedAt === undefined ? [] : [filmEntry({ ...film, addedAt })],
          ),
        ],
      ),
      review: (range) => Effect.sync(() => reviewOf([...records.values()], allFilms(), range)),
      storeRecords: (batch, cursor) =>
        Effect.sync(() => {
          const changed = storeRecords(batch)
          cursors.save(cursor)
          return changed
        }),
      cursor: cursors.read,
      recordsBeside: (source, instances) =>
        Effect.sync(() =>
          [...records.values()]
            .filter((record) => record.source === source && !instances.has(record.instanceId))
            .sort((a, b) => a.instanceId - b.instanceId || a.id - b.id),
        ),
      removeRecords: (ids) => Effect.sync(() => removeRecords(ids)),
      releasesToDescribe: (source, askedBefore, limit) =>
        Effect.sync(() => releasesToDescribe(source, askedBefore).slice(0, limit)),
      describeRelease: (source, releaseId, askedAt, details) =>
        Effect.sync(() => {
          const key = releaseKey({ source, releaseId })
          if (details === undefined && answers.get(key)?.details !== undefined) return
          answers.set(key, { askedAt, details })
          raiseVersion(versions, "collecting")
        }),
      lists: listsOf({
        records: () => [...records.values()],
        films: allFilms,
        detailsOf: (record) => answers.get(releaseKey(record))?.details,
      }),
      replaceFilms: (source, batch, unread) => Effect.sync(() => replaceFilms(source, batch, unread)),
      mediaFormats: Effect.sync(countFormats),
    })
  }),
)
