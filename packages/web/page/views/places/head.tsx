import "./places.css"
import { messages } from "../../messages.ts"
import { headOf } from "../../parts/tabs.tsx"

const { places } = messages

/** The head of a view of places, with the ways to the others. */
export const PlacesHead = headOf("places", places.views, [
  { to: "/places", label: places.aDay },
  { to: "/places/map", label: places.map },
  { to: "/places/venues", label: places.venues },
  { to: "/places/cities", label: places.cities },
  { to: "/places/countries", label: places.countries },
  { to: "/places/categories", label: places.categories },
])
