import { count } from "./count.ts"

/** The texts of places. */
export const places = {
  views: "Places",
  overview: "Overview",
  venues: "Venues",
  cities: "Cities",
  countries: "Countries",
  categories: "Kinds",
  facts: { visits: "Visits", venues: "Venues", cities: "Cities", countries: "Countries" },
  visits: (value: number) => count(value, "visit", "visits"),
  venuesOf: (value: number) => count(value, "venue", "venues"),
  onMap: (value: number) =>
    value === 0 ? "No place of this period has a position" : count(value, "place", "places"),
  most: "Visited most",
  topCities: "Cities",
  topCountries: "Countries",
  newest: "Newest visits",
  all: "All",
  none: "No visits in this period.",
  stay: "Stay",
  stayHint: "A stay is where a phone was for ten minutes or more.",
  find: "Search venues by name, city or country",
  city: "City",
  country: "Country",
  category: "Kind",
  first: "First visit",
  last: "Last visit",
  sorts: { visits: "Visits", last: "Last visit", first: "First visit", name: "Name" },
  counted: {
    cities: (value: number) => count(value, "city", "cities"),
    countries: (value: number) => count(value, "country", "countries"),
    categories: (value: number) => count(value, "kind of venue", "kinds of venue"),
  },
  unnamed: "A place without a name",
  noPosition: "Its position is unknown.",
  visitsHere: "Visits",
} as const
