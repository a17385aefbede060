import { type DomainName, type DomainSync, SyncInterval } from "@daybook/kernel"
import * as Effect from "effect/Effect"

/** The domains of a list that can be synced, by their names. */
export const syncsOf = <R>(
  domains: ReadonlyArray<{ readonly domain: { readonly name: DomainName; readonly sync?: DomainSync<R> } }>,
): ReadonlyMap<DomainName, DomainSync<R>> =>
  new Map(domains.flatMap(({ domain: { name, sync } }) => (sync === undefined ? [] : [[name, sync]])))

// A domain that leaves something each time must not keep its turn for ever: the next one carries on.
const maxCalls = 1_000

/** Syncs a domain again while something is left for another call. Gives how many items all calls together brought. */
export const syncToTheEnd = Effect.fnUntraced(function* <R>({ run }: DomainSync<R>) {
  let { itemsSynced, remaining } = yield* run
  for (let calls = 1; remaining > 0 && calls < maxCalls; calls++) {
    // The interval is for the first call: this one has just begun a run itself.
    const next = yield* Effect.provideService(run, SyncInterval, undefined)
    itemsSynced += next.itemsSynced
    remaining = next.remaining
  }
  return itemsSynced
})
