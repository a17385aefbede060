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
    value === 0 ? "No places with a location in this period" : count(value, "place", "places"),
  most: "Most visited",
  topCities: "Cities",
  topCountries: "Countries",
  newest: "Latest visits",
  all: "All",
  none: "No visits in this period.",
  stay: "Stay",
  stayHint: "A stay is a place where your phone was for at least ten minutes.",
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
  unnamed: "Unnamed place",
  noPosition: "Location unknown.",
  visitsHere: "Visits",
} as const
