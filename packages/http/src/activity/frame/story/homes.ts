import { type DomainServices, metresBetween, type Position } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Audience } from "../../../cards/year/card.ts"
import type { DomainRoutes } from "../../routes.ts"

/** Nothing as near to a home as this is shown to strangers. */
export const metresAroundHome = 1_000

/**
 * The public, who sees no place near a home, and none without a position. If no home is known, any place might be near
 * it, so none is shown.
 */
export const publicAround = (
  homes: ReadonlyArray<Position>,
  told: Pick<Audience, "texts" | "units">,
): Audience => ({
  isPublic: true,
  maySee: (position) =>
    position !== undefined &&
    homes.length > 0 &&
    homes.every((home) => metresBetween(home, position) > metresAroundHome),
  ...told,
})

/** Reads the homes that the domains of a list know of. */
export const makeReadHomes = <Routes extends DomainRoutes>(domains: ReadonlyArray<Routes>) => {
  // A list does not say which ports each of its domains needs: the services of all are there.
  const reads = domains.flatMap(({ homes }) => homes ?? []) as ReadonlyArray<
    Effect.Effect<ReadonlyArray<Position>, never, DomainServices<Routes["domain"]>>
  >
  return Effect.map(Effect.all(reads), (homes) => homes.flat())
}
