import { editStoreOf, type EpochMillis, lastOfEach, overKnown, searchableOf } from "@daybook/kernel"
import {
  asTold,
  besideKept,
  CollectingStore,
  filmEntry,
  type ListedFilm,
  type MediaFormatCount,
  mediaId,
  type OwnedFilm,
  type OwnedRecord,
  recordEntry,
  RecordId,
  recordKey,
  type ReleaseDetails,
  releaseKey,
  type SourcedRecord,
  type StoredRecord,
  toldBeside,
  type Unread,
} from "@daybook/collecting"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { makeCursors } from "../kernel/cursors.ts"
import { EditRows, inOneStep } from "../kernel/edits.ts"
import { editedFilmsIn, editedRecordsIn } from "./edits.ts"
import { listsOf } from "./lists.ts"
import { reviewOf } from "./review.ts"
import { journalOf } from "../journal/index.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"

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
    const edits = yield* EditRows
    const records = new Map<string, SourcedRecord>()
    const films = new Map<string, ListedFilm>()
    const answers = new Map<
      string,
      { readonly askedAt: EpochMillis; readonly details: ReleaseDetails | undefined }
    >()
    let lastId = 0
    const nextId = () => RecordId.make(++lastId)
    const recordsByHand = editedRecordsIn(records, edits, nextId)
    const filmsByHand = editedFilmsIn(films, edits)

    const allRecords = (): ReadonlyArray<StoredRecord> =>
      [...records.values()].map(({ toldAt: _toldAt, ...record }) => record)

    const raiseIf = (isChanged: boolean) => {
      if (isChanged) raiseVersion(versions, "collecting")
    }

    const storeRecords = Effect.fnUntraced(function* (batch: ReadonlyArray<OwnedRecord>) {
      const latest = lastOfEach(batch, (record) => recordKey(asTold(record)))
      const byKey = new Map([...records.values()].map((record) => [recordKey(record), record]))
      const { gone, releases, rest, touched } = besideKept(yield* recordsByHand.kept, latest, (copy) =>
        byKey.has(recordKey(asTold(copy))),
      )
      const forgotten = yield* recordsByHand.forget(gone.map(({ id }) => String(id)))
      const told = yield* recordsByHand.tell(touched)
      const known = new Set([
        ...releases,
        ...[...records.values(), ...rest].flatMap((record) =>
          record.instanceId === 0 ? [] : [releaseKey(record)],
        ),
      ])
      const givesWay = (record: OwnedRecord) => record.instanceId === 0 && known.has(releaseKey(record))
      let changed = told.changed
      for (const record of rest) {
        if (givesWay(record)) continue
        const before = byKey.get(recordKey(asTold(record)))
        const now: SourcedRecord = { ...asTold(record), id: before?.id ?? nextId() }
        const after = before === undefined ? now : overKnown(before, now)
        if (before !== undefined && !differ(after, before)) continue
        records.set(String(after.id), after)
        changed += 1
      }
      for (const [id, record] of records) if (givesWay(record)) records.delete(id)
      // Only something new replaces what is stored.
      raiseIf(changed + forgotten.changed > 0)
      return changed
    })

    const removeRecords = Effect.fnUntraced(function* (ids: ReadonlyArray<RecordId>) {
      const { changed, untouched } = yield* recordsByHand.forget(ids.map(String))
      const removed = untouched.filter((id) => records.delete(id))
      raiseIf(changed + removed.length > 0)
      return changed + removed.length
    })

    const replaceFilms = Effect.fnUntraced(function* (
      source: string,
      batch: ReadonlyArray<OwnedFilm>,
      unread: Unread,
    ) {
      const told = new Map(
        batch.map((film) => {
          const id = mediaId({ ...film, source })
          return [id, { ...film, source, id }]
        }),
      )
      const isGone = (film: ListedFilm) =>
        film.source === source && !told.has(film.id) && unread !== undefined && !unread.includes(film.filmId)
      const forgotten = yield* filmsByHand.forget(
        (yield* filmsByHand.kept).filter(isGone).map(({ id }) => id),
      )
      const gone = [...films.values()].filter(isGone).filter(({ id }) => films.delete(id))
      const byHand = yield* filmsByHand.tell([...told.values()])
      let changed = byHand.changed
      for (const film of byHand.untouched) {
        const known = films.get(film.id)
        const after = known === undefined ? film : overKnown(known, film)
        if (known !== undefined && !differ(after, known)) continue
        films.set(film.id, after)
        changed += 1
      }
      raiseIf(changed + forgotten.changed + gone.length > 0)
      return changed
    })

    const allFilms = (): ReadonlyArray<ListedFilm> => [...films.values()]

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
          allRecords().map(({ addedAt, artist, id, imageUrl, title }) => ({
            id,
            title,
            subtitle: artist,
            at: addedAt,
            imageUrl,
          })),
        media: () =>
          allFilms().map(({ addedAt, id, title, year }) => ({
            id,
            title,
            subtitle: year === 0 ? "" : String(year),
            at: addedAt,
          })),
      }),
      journal: journalOf(
        zone,
        () => versionIn(versions, "collecting"),
        () => [
          ...allRecords().flatMap(({ addedAt, ...record }) =>
            addedAt === undefined ? [] : [recordEntry({ ...record, addedAt })],
          ),
          ...allFilms().flatMap(({ addedAt, ...film }) =>
            addedAt === undefined ? [] : [filmEntry({ ...film, addedAt })],
          ),
        ],
      ),
      review: (range) => Effect.sync(() => reviewOf(allRecords(), allFilms(), range)),
      storeRecords: (batch, cursor) =>
        Effect.map(inOneStep(storeRecords(batch)), (changed) => {
          cursors.save(cursor)
          return changed
        }),
      cursor: cursors.read,
      recordsBeside: (source, instances) =>
        Effect.map(recordsByHand.kept, (kept) => toldBeside([...records.values()], kept, source, instances)),
      removeRecords: (ids) => inOneStep(removeRecords(ids)),
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
        records: allRecords,
        films: allFilms,
        recordOf: recordsByHand.leadsTo,
        filmOf: filmsByHand.leadsTo,
        detailsOf: (record) => answers.get(releaseKey(record))?.details,
      }),
      edits: editStoreOf([recordsByHand, filmsByHand], (change) =>
        inOneStep(Effect.tap(change, () => Effect.sync(() => raiseVersion(versions, "collecting")))),
      ),
      replaceFilms: (source, batch, unread) => inOneStep(replaceFilms(source, batch, unread)),
      mediaFormats: Effect.sync(countFormats),
    })
  }),
)
