import { type DomainName, SyncRuns } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"

/** The first page, which contains all runs of a test. */
export const everyRun = { page: 1, limit: 100 }

/** Takes a domain as another caller would: until the given scope closes. */
export const takeIn = (scope: Scope.Scope, domain: DomainName) =>
  Effect.flatMap(SyncRuns, (runs) => Scope.provide(runs.take(domain), scope))

/** Releases everything taken in the scope. */
export const close = (scope: Scope.Closeable) => Scope.close(scope, Exit.void)
