import { type DomainName, type DomainSync, SyncInterval } from "@daybook/kernel"
import * as Effect from "effect/Effect"

/** The domains of a list that can be synced, by their names. */
export const syncsOf = <R>(
  domains: ReadonlyArray<{ readonly domain: { readonly name: DomainName; readonly sync?: DomainSync<R> } }>,
): ReadonlyMap<DomainName, DomainSync<R>> =>
  new Map(domains.flatMap(({ domain: { name, sync } }) => (sync === undefined ? [] : [[name, sync]])))

// A sync that always leaves something must not keep its turn forever: a later one carries on.
const maxCalls = 1_000

/** Syncs a domain until nothing is left for another call. Returns the number of items of all calls. */
export const syncUntilDone = Effect.fnUntraced(function* <R>({ run }: DomainSync<R>) {
  let { itemsSynced, remaining } = yield* run
  for (let calls = 1; remaining > 0 && calls < maxCalls; calls++) {
    // Only the first call minds the interval: each later one would find its own run.
    const next = yield* Effect.provideService(run, SyncInterval, undefined)
    itemsSynced += next.itemsSynced
    remaining = next.remaining
  }
  return itemsSynced
})
