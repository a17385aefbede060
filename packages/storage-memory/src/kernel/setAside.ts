import { lastOfEach, maxSetAside, pageIn, SetAsideId, type SetAsideRow, SetAsideStore } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The rows that syncs have set aside, in memory. */
export const layer = Layer.sync(SetAsideStore, () => {
  const rows = new Map<SetAsideId, SetAsideRow>()
  let ids = 0

  const of = (domain: string, source: string) =>
    [...rows.values()].filter((row) => row.domain === domain && row.source === source)

  return {
    keep: (domain, source, version, rejected) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const known = new Map(of(domain, source).map((row) => [row.ref, row]))
        let lost = 0
        for (const row of lastOfEach(rejected, ({ ref }) => ref)) {
          const before = known.get(row.ref)
          if (before === undefined && known.size >= maxSetAside) {
            lost += 1
            continue
          }
          const { id = SetAsideId.make(++ids), firstSeenAt = now, tries = 0 } = before ?? {}
          const kept = { ...row, id, domain, source, version, firstSeenAt, lastSeenAt: now, tries: tries + 1 }
          rows.set(id, kept)
          known.set(row.ref, kept)
        }
        return lost
      }),
    refs: (domain, source) => Effect.sync(() => new Set(of(domain, source).map(({ ref }) => ref))),
    remove: (domain, source, refs) =>
      Effect.sync(() => {
        for (const { id, ref } of of(domain, source)) if (refs.includes(ref)) rows.delete(id)
      }),
    due: ({ after, domain, limit, now, source, version }) =>
      Effect.sync(() =>
        of(domain, source)
          .filter((row) => row.whole && row.kind !== "doubtful" && row.id > after)
          .filter((row) => row.version !== version || (row.tryAt ?? Infinity) <= now)
          .toSorted((one, other) => one.id - other.id)
          .slice(0, limit),
      ),
    doubtful: (ids) =>
      Effect.sync(() =>
        [...rows.values()]
          .filter((row) => row.whole && row.kind === "doubtful" && ids.includes(row.id))
          .toSorted((one, other) => one.id - other.id),
      ),
    retry: (ids) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const marked = [...rows.values()].filter(
          (row) => row.whole && row.kind !== "doubtful" && (ids?.includes(row.id) ?? true),
        )
        for (const row of marked) rows.set(row.id, { ...row, tryAt: now })
        return marked.length
      }),
    list: (page) =>
      Effect.sync(() =>
        pageIn(
          [...rows.values()].toSorted((one, other) => other.id - one.id),
          page,
        ),
      ),
  }
})
