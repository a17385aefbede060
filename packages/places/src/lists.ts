import {
  type Bounds,
  type DateRange,
  EpochMillis,
  type Page,
  type PageRequest,
  type Sorting,
  type Sorts,
} from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { CheckIn } from "./model.ts"

const visits = {
  /** The number of check-ins. */
  visits: Schema.Int,
  firstVisitedAt: EpochMillis,
  lastVisitedAt: EpochMillis,
}

/** A venue as its latest check-in reports it. */
export const Venue = Schema.Struct({
  /** Made by `venueIdOf`. */
  id: Schema.String,
  name: Schema.String,
  ...Struct.pick(CheckIn.fields, ["category", "city", "country", "position"]),
  ...visits,
})
export type Venue = typeof Venue.Type

/** A city, a country or a kind of venue with its check-ins. Unknown ones are in no list. */
export const PlaceGroup = Schema.Struct({
  /** The name; a city's with its country. */
  id: Schema.String,
  name: Schema.String,
  /** The country of a city, else "". */
  country: Schema.String,
  /** The number of venues with a check-in. */
  venues: Schema.Int,
  ...visits,
})
export type PlaceGroup = typeof PlaceGroup.Type

/** The sorts of venues, cities, countries and categories. */
export const placeSorts = {
  visits: "desc",
  name: "asc",
  first_visited: "desc",
  last_visited: "desc",
} as const satisfies Sorts
export type PlaceSort = keyof typeof placeSorts

/** An order of a list. Ties are in the order of the last visits, latest first, then of the ids. Names are by code points. */
export type PlaceOrder = Sorting<PlaceSort>

/** Some venues. Names are compared without the case of the letters A to Z. */
export interface VenuesQuery extends PlaceOrder {
  readonly city?: string | undefined
  readonly country?: string | undefined
  readonly category?: string | undefined
  /** A part of the name, or of the city and country. */
  readonly q?: string | undefined
}

/** The kinds of groups. */
export type GroupKind = "cities" | "countries" | "categories"

/** A venue with its check-ins of the range that was requested, and its first one ever. */
export const VisitedVenue = Schema.Struct(Struct.omit(Venue.fields, ["lastVisitedAt"]))
export type VisitedVenue = typeof VisitedVenue.Type

/** The lists of places as the store returns them. */
export interface PlacesLists {
  readonly venues: (query: VenuesQuery, page: PageRequest) => Effect.Effect<Page<Venue>>
  readonly venue: (id: string) => Effect.Effect<Option.Option<Venue>>
  readonly groups: (kind: GroupKind, order: PlaceOrder, page: PageRequest) => Effect.Effect<Page<PlaceGroup>>
  /** The venues with a check-in of the range, by id; all, or those with a position within bounds. At most 50,000. */
  readonly visited: (range: DateRange, bounds?: Bounds) => Effect.Effect<ReadonlyArray<VisitedVenue>>
}

/** The most visited venues that a store gives. */
export const maxVisitedVenues = 50_000
