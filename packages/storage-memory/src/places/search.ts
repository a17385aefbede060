import { searchableOf } from "@daybook/kernel"
import type { CheckIn } from "@daybook/places"
import { namesBeside, venuesOf } from "./lists.ts"

/** Venues as items that a search finds. */
export const placesSearch = (version: () => number, all: () => Iterable<CheckIn>) =>
  searchableOf(version, {
    place: () =>
      venuesOf(all()).map((venue) => ({
        id: venue.id,
        title: venue.name,
        subtitle: namesBeside(venue),
        at: venue.lastVisitedAt,
      })),
  })
