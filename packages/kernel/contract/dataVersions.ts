import { DataVersions } from "@daybook/kernel"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"

/** The domain's version as it is now; 0 if it was never written to. */
export const versionOf = (domain: string): Effect.Effect<number, never, DataVersions> =>
  Effect.gen(function* () {
    const versions = yield* DataVersions
    return (yield* versions.current).get(domain) ?? 0
  })

/** Runs a write and asserts that it raised the domain's version; `what` names the write in the failure. */
export const raisesVersion = Effect.fnUntraced(function* <A, E, R>(
  domain: string,
  what: string,
  write: Effect.Effect<A, E, R>,
): Effect.fn.Return<A, E, R | DataVersions> {
  const before = yield* versionOf(domain)
  const written = yield* write
  const after = yield* versionOf(domain)
  assert.isAbove(after, before, `${what} did not raise the version of ${domain}`)
  return written
})
