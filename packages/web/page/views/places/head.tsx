import "./places.css"
import type { ComponentChildren } from "preact"
import { messages } from "../../messages.ts"
import { Tabs, useTabTitle } from "../../parts/tabs.tsx"
import { Title } from "../../parts/title.tsx"

const { places } = messages

const tabs = [
  { to: "/places", label: places.aDay },
  { to: "/places/map", label: places.map },
  { to: "/places/venues", label: places.venues },
  { to: "/places/cities", label: places.cities },
  { to: "/places/countries", label: places.countries },
  { to: "/places/categories", label: places.categories },
]

/** The head of a view of places, with the ways to the others. */
export const PlacesHead = ({ lead }: { readonly lead?: ComponentChildren }) => (
  <Title title={useTabTitle("places", tabs)} lead={lead}>
    <Tabs label={places.views} tabs={tabs} />
  </Title>
)
