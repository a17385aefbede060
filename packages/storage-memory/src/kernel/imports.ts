import {
  byContent,
  type EndedPart,
  ImportId,
  type ImportRecord,
  ImportStore,
  keptImports,
  pageIn,
  partsInList,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

interface Kept {
  readonly record: ImportRecord
  readonly ended: ReadonlyMap<number, EndedPart>
}

/** The imports of files that were sent to servers, in memory. */
export const layer = Layer.sync(ImportStore, () => {
  const imports = new Map<ImportId, Kept>()
  let ids = 0

  const inOrder = ({ ended }: Kept) => [...ended.values()].toSorted((one, other) => one.place - other.place)
  const withParts = (kept: Kept, before = Infinity) => ({
    ...kept.record,
    parts: inOrder(kept)
      .filter(({ place }) => place < before)
      .map(({ part }) => part),
  })

  /** Changes an import that has not ended. */
  const change = (
    id: ImportId,
    more: Partial<ImportRecord>,
    ended: ReadonlyArray<EndedPart> = [],
  ): boolean => {
    const kept = imports.get(id)
    if (kept === undefined || kept.record.finishedAt !== undefined) return false
    imports.set(id, {
      record: { ...kept.record, ...more },
      ended: new Map([...kept.ended, ...ended.map((one) => [one.place, one] as const)]),
    })
    return true
  }

  return ImportStore.of({
    add: (file) =>
      Effect.map(Clock.currentTimeMillis, (receivedAt) => {
        const id = ImportId.make(++ids)
        const none = { rows: 0, stored: 0, known: 0, setAside: 0, secondsLeft: 0, attempts: 0 }
        const record = {
          id,
          ...byContent,
          ...file,
          ...none,
          status: "waiting" as const,
          receivedAt,
          error: "",
        }
        imports.set(id, { record: { ...record, finishedAt: undefined }, ended: new Map() })
        const old = [...imports.values()].slice(0, -keptImports)
        for (const { record } of old) if (record.finishedAt !== undefined) imports.delete(record.id)
        return id
      }),
    find: (id) =>
      Effect.sync(() => Option.map(Option.fromUndefinedOr(imports.get(id)), (kept) => withParts(kept))),
    list: (page) =>
      Effect.sync(() => {
        const { items, total } = pageIn([...imports.values()].toReversed(), page)
        return { items: items.map((kept) => withParts(kept, partsInList)), total }
      }),
    unfinished: Effect.sync(() =>
      [...imports.values()]
        .filter(({ record }) => record.finishedAt === undefined)
        .map(({ record }) => record),
    ),
    ended: (id) =>
      Effect.sync(() => {
        const kept = imports.get(id)
        return kept === undefined ? [] : inOrder(kept)
      }),
    progress: (id, counts, ended) =>
      Effect.sync(() => change(id, { ...counts, status: "running", error: "" }, ended)),
    wait: (id, error) =>
      Effect.sync(() => change(id, { status: "waiting", error, secondsLeft: 0, attempts: 0 })),
    end: (id, end) =>
      Effect.map(Clock.currentTimeMillis, (finishedAt) => change(id, { ...end, secondsLeft: 0, finishedAt })),
  })
})
