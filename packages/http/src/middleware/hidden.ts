import {
  DataVersions,
  type Domain,
  type DomainServices,
  Edits,
  hiddenByEdits,
  HiddenItems,
  inOneList,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Caller } from "./access/caller.ts"
import { makeShared } from "./shared.ts"

/** The items that the owner hides, as of the current request. */
export class Hidden extends Context.Service<Hidden, Effect.Effect<HiddenItems>>()("daybook/http/Hidden") {}

/** Reads the hidden items again when data has changed: edits raise the version of their domain. */
export const layer = <Described extends Domain>(domains: ReadonlyArray<Described>) =>
  Layer.effect(
    Hidden,
    Effect.gen(function* () {
      const edits = yield* Edits
      const dataVersions = yield* DataVersions
      const services = yield* Effect.context<DomainServices<Described>>()
      const shared = yield* makeShared<HiddenItems>()
      const described = inOneList(domains)
      let known: { readonly version: string; readonly items: HiddenItems } | undefined

      const read = Effect.gen(function* () {
        const byDomain = yield* hiddenByEdits(edits)
        const all = yield* Effect.forEach(described, ({ hiddenWith, name: domain }) =>
          Effect.gen(function* () {
            const hidden = byDomain.get(domain) ?? []
            const others = hidden.length === 0 ? [] : yield* hiddenWith?.(hidden) ?? Effect.succeed([])
            return [...hidden, ...others].map((item) => ({ ...item, domain }))
          }),
        )
        return new HiddenItems(all.flat())
      }).pipe(Effect.provideContext(services))

      return Effect.gen(function* () {
        const { versions } = yield* Caller
        const current = versions.size === 0 ? yield* dataVersions.current : versions
        const version = described
          .flatMap((domain) => domain.dataVersions.map((name) => current.get(name)))
          .join(" ")
        if (known?.version === version) return known.items
        const items = yield* shared(version, read)
        known = { version, items }
        return items
      })
    }),
  )
