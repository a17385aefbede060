import { inOneList, type Journal } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { DomainRoutes } from "../routes.ts"

/** The domains of a list that have a journal, in the order of the API. */
export const journaledIn = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) =>
  inOneList(domains.map(({ domain }): Routes["domain"] => domain)).flatMap(
    ({ dataVersions, journal, name, review }) =>
      journal === undefined ? [] : [{ dataVersions, journal, name, review }],
  )

/** The journals of some domains, with their names. */
export const readJournals = <R>(
  domains: ReadonlyArray<{ readonly name: string; readonly journal: Effect.Effect<Journal, never, R> }>,
) =>
  Effect.forEach(domains, ({ journal, name }) =>
    Effect.map(journal, (one) => ({ domain: name, journal: one })),
  )
