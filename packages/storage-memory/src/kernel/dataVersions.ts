import { DataVersions } from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type EditRows, noEdits } from "./edits.ts"

/** The data versions of this memory, by domain; the stores raise them as they write. */
export class VersionCounts extends Context.Service<VersionCounts, Map<string, number>>()(
  "daybook/storage-memory/VersionCounts",
) {}

/** No versions and no edits yet. All stores of one memory share them, and so do `DataVersions` and `Edits`. */
const counts: Layer.Layer<EditRows | VersionCounts> = Layer.merge(
  Layer.sync(VersionCounts, () => new Map<string, number>()),
  noEdits,
)

/**
 * The versions and edits of this memory, for stores that raise the versions of these domains. They start at 0:
 * `DataVersions` reports a domain from the moment that its store is there.
 */
export const countsOf = (...domains: ReadonlyArray<string>): Layer.Layer<EditRows | VersionCounts> =>
  Layer.effectDiscard(
    Effect.map(VersionCounts, (versions) => {
      for (const domain of domains) if (!versions.has(domain)) versions.set(domain, 0)
    }),
  ).pipe(Layer.provideMerge(counts))

/** Raises a domain's version; to be called in the synchronous step that changes the domain's data. */
export const raiseVersion = (versions: VersionCounts["Service"], domain: string): void => {
  versions.set(domain, (versions.get(domain) ?? 0) + 1)
}

/** A domain's version; 0 before its first change. */
export const versionIn = (versions: VersionCounts["Service"], domain: string): number =>
  versions.get(domain) ?? 0

/** The current versions, in a copy that later writes leave alone. */
export const layer = Layer.effect(
  DataVersions,
  Effect.map(VersionCounts, (versions) => {
    const current = Effect.sync(() => new Map(versions))
    return DataVersions.of({ current, asked: current, probe: Effect.void })
  }),
)
