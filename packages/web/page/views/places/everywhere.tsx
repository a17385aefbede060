import type { Answer } from "../../data/responses.ts"
import { pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { number } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Bars } from "../../parts/charts/bars.tsx"
import { Facts } from "../../parts/facts.tsx"
import { rangeOfSpan, Spans } from "../../parts/periods/period.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import { PlacesHead } from "./head.tsx"
import { venuesPath } from "./paths.ts"
import { PlacesMap } from "./placesMap.tsx"

const { places } = messages

const maxListed = 8

type Features = Answer<"places", "map">["features"]

/** Visits in a range by a name, most first. The map reports them all unless it puts many venues together. */
const summed = (features: Features, nameOf: (one: Features[number]["properties"]) => string) => {
  const visits = new Map<string, number>()
  for (const { properties } of features) {
    const name = nameOf(properties)
    if (name !== "") visits.set(name, (visits.get(name) ?? 0) + properties.visits)
  }
  return [...visits].sort(([, one], [, other]) => other - one).slice(0, maxListed)
}

const Most = ({ features }: { readonly features: Features }) => {
  const venues = features
    .filter(({ properties }) => properties.venue_id !== undefined)
    .sort((one, other) => other.properties.visits - one.properties.visits)
    .slice(0, maxListed)
  return (
    <section class="card">
      <h2>{places.most}</h2>
      <Bars
        bars={venues.map(({ properties: { name = "", venue_id: id = "", visits } }) => ({
          name: name === "" ? places.unnamed : name,
          value: visits,
          said: places.visits(visits),
          to: itemPath("places", { type: "venue", id }),
        }))}
      />
    </section>
  )
}

const Groups = ({ features }: { readonly features: Features }) => (
  <section class="card place-groups">
    <h2>{places.topCities}</h2>
    <Bars
      bars={summed(features, ({ city = "", country = "" }) => (city === "" ? "" : `${city}\n${country}`)).map(
        ([both, value]) => {
          const [city = "", country = ""] = both.split("\n")
          return { name: city, value, to: venuesPath({ city, country }) }
        },
      )}
    />
    <h2>{places.topCountries}</h2>
    <Bars
      bars={summed(features, ({ country = "" }) => country).map(([country, value]) => ({
        name: country,
        value,
        to: venuesPath({ country }),
      }))}
    />
  </section>
)

/** All places of a span on a map, with the most visited by name. All time, unless the address names a span. */
const Everywhere = ({ query }: Address) => {
  const range = rangeOfSpan(query, "overall")
  const path = pathWithQuery("/v1/places/stats", range)
  const stats = useRead<Answer<"places", "stats">>(path)
  const map = useRead<Answer<"places", "map">>(pathWithQuery("/v1/places/map", range))
  const isWhole = map.data?.features.every(({ properties }) => !properties.cluster) === true
  return (
    <div class="hue-places">
      <PlacesHead />
      <Spans domain="places" standard="overall" />
      <Shown path={path} read={stats} lines={2}>
        {({ check_ins: visits, cities, countries, venues }) =>
          visits === 0 ? (
            range !== "" && <p class="quiet">{places.none}</p>
          ) : (
            <Facts
              facts={[
                [places.facts.visits, number(visits)],
                [places.facts.venues, number(venues)],
                [places.facts.cities, number(cities)],
                [places.facts.countries, number(countries)],
              ]}
            />
          )
        }
      </Shown>
      <PlacesMap key={range} range={range} at={query.get("at")} />
      {isWhole && map.data !== undefined && map.data.features.length > 0 ? (
        <div class="halves">
          <Most features={map.data.features} />
          <Groups features={map.data.features} />
        </div>
      ) : undefined}
    </div>
  )
}

export default Everywhere
