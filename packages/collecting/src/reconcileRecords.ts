import type { SourcedRecord } from "./edits.ts"
import type { OwnedRecord, StoredRecord } from "./model.ts"

/** The service and its number of a release. No service's name has a space. */
export const releaseKey = ({ releaseId, source }: Pick<OwnedRecord, "releaseId" | "source">): string =>
  `${source} ${releaseId}`

/** The identity of a record at its source. */
export const recordKey = (
  record: Pick<SourcedRecord, "instanceId" | "releaseId" | "source" | "toldAt">,
): string =>
  record.instanceId === 0
    ? `${releaseKey(record)} of ${record.toldAt}`
    : `${record.source} ${record.instanceId}`

/** A record as its source reports it. */
export const asTold = <Owned extends OwnedRecord>(record: Owned) => ({ ...record, toldAt: record.addedAt })

const isCopy = ({ instanceId }: OwnedRecord): boolean => instanceId !== 0

/** A batch of records next to those that edits touch. */
interface BesideKept {
  /** Records that edits touch, under their ids. */
  readonly touched: ReadonlyArray<SourcedRecord>
  /** Touched records of files that give way to a copy at the service. */
  readonly gone: ReadonlyArray<SourcedRecord>
  readonly rest: ReadonlyArray<OwnedRecord>
  /** The releases with an edited copy. A record of a file gives way to it, shown or not. */
  readonly releases: ReadonlySet<string>
}

/**
 * Finds the edited records of a batch. `kept` are these, as their sources reported them before. A new copy of a release
 * takes over from the record that a file reported, with its edits. `isStored` is true for known copies.
 */
export const reconcileRecords = (
  kept: ReadonlyArray<SourcedRecord>,
  batch: ReadonlyArray<OwnedRecord>,
  isStored: (copy: OwnedRecord) => boolean,
): BesideKept => {
  const left = new Map(kept.map((record) => [recordKey(record), record]))
  const touched: Array<SourcedRecord> = []
  const rest: Array<OwnedRecord> = []
  for (const told of batch.filter(isCopy)) {
    const guesses = isStored(told) ? [] : [...left.values()].filter((one) => !isCopy(one))
    const known =
      left.get(recordKey(asTold(told))) ?? guesses.find((one) => releaseKey(one) === releaseKey(told))
    if (known === undefined) {
      rest.push(told)
      continue
    }
    left.delete(recordKey(known))
    touched.push({ ...asTold(told), id: known.id })
  }
  const releases = new Set([...touched, ...[...left.values()].filter(isCopy)].map(releaseKey))
  const copies = new Set([...releases, ...rest.map(releaseKey)])
  for (const told of batch.filter((one) => !isCopy(one) && !copies.has(releaseKey(one)))) {
    const known = left.get(recordKey(asTold(told)))
    if (known === undefined) rest.push(told)
    else touched.push({ ...asTold(told), id: known.id })
  }
  const gone = [...left.values()].filter((one) => !isCopy(one) && copies.has(releaseKey(one)))
  return { touched, gone, rest, releases }
}

/** The records that a source reports, except these instances, by instance, then by id. */
export const otherSourceRecords = (
  stored: ReadonlyArray<SourcedRecord>,
  kept: ReadonlyArray<SourcedRecord>,
  source: string,
  instances: ReadonlySet<number>,
): ReadonlyArray<StoredRecord> =>
  [...new Map([...stored, ...kept].map((record) => [record.id, record])).values()]
    .filter((record) => record.source === source && !instances.has(record.instanceId))
    .map(({ toldAt: _toldAt, ...record }) => record)
    .sort((one, other) => one.instanceId - other.instanceId || one.id - other.id)
