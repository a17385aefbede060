import type { Answer } from "../../data/responses.ts"
import { pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { number } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { DomainOverview } from "../../parts/domainOverview.tsx"
import { Bars } from "../../parts/charts/bars.tsx"
import { Facts } from "../../parts/facts.tsx"
import { HeatMap } from "../../parts/charts/heatMap.tsx"
import { Shown } from "../../parts/states.tsx"
import { MonthlyChart, rangeOfSpan, Spans } from "../../parts/period.tsx"
import type { Address } from "../../router.tsx"
import { PlacesHead } from "./head.tsx"
import { venuesPath } from "./paths.ts"
import { PlacesMap } from "./placesMap.tsx"
import { Visits } from "./visits.tsx"

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
    <section>
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
  <div>
    <section>
      <h2>{places.topCities}</h2>
      <Bars
        bars={summed(features, ({ city = "", country = "" }) =>
          city === "" ? "" : `${city}\n${country}`,
        ).map(([both, value]) => {
          const [city = "", country = ""] = both.split("\n")
          return { name: city, value, to: venuesPath({ city, country }) }
        })}
      />
    </section>
    <section>
      <h2>{places.topCountries}</h2>
      <Bars
        bars={summed(features, ({ country = "" }) => country).map(([country, value]) => ({
          name: country,
          value,
          to: venuesPath({ country }),
        }))}
      />
    </section>
  </div>
)

/** The owner's places in a span: on a map, by name, and the newest visits. */
const Places = ({ query }: Address) => {
  const range = rangeOfSpan(query)
  const path = pathWithQuery("/v1/places/stats", range)
  const { data: stats } = useRead<Answer<"places", "stats">>(path)
  const mapPath = pathWithQuery("/v1/places/map", range)
  const map = useRead<Answer<"places", "map">>(mapPath)
  const recentPath = pathWithQuery("/v1/places/recent", `limit=${maxListed}`, range)
  const recent = useRead<Answer<"places", "recent">>(recentPath)
  const calendar = useRead<Answer<"places", "calendar">>("/v1/places/calendar")
  const shown = (value: number | undefined) => (value === undefined ? "–" : number(value))
  const isWhole = map.data?.features.every(({ properties }) => !properties.cluster) === true
  return (
    <div class="hue-places">
      <PlacesHead />
      <DomainOverview domain="places">
        <Spans domain="places" />
        <Facts
          facts={[
            [places.facts.visits, shown(stats?.check_ins)],
            [places.facts.venues, shown(stats?.venues)],
            [places.facts.cities, shown(stats?.cities)],
            [places.facts.countries, shown(stats?.countries)],
          ]}
        />
        <PlacesMap key={range} range={range} at={query.get("at")} />
        {isWhole && map.data !== undefined && map.data.features.length > 0 ? (
          <div class="columns">
            <Most features={map.data.features} />
            <Groups features={map.data.features} />
          </div>
        ) : undefined}
        <MonthlyChart domain="places" range={range} counted={places.visits} />
        <section>
          <header class="section">
            <h2>{places.newest}</h2>
            <a class="quiet small" href="timeline?domain=places">
              {places.all}
            </a>
          </header>
          <Shown path={recentPath} read={recent} lines={maxListed}>
            {({ data }) =>
              data.length === 0 ? <p class="quiet">{places.none}</p> : <Visits visits={data} />
            }
          </Shown>
        </section>
        <section>
          <Shown path="/v1/places/calendar" read={calendar} lines={4}>
            {(year) => (
              <>
                <h2>{messages.heatMap.title(year.year)}</h2>
                <HeatMap year={year} dayPath={(day) => `/timeline?domain=places&date=${day}`} />
              </>
            )}
          </Shown>
        </section>
      </DomainOverview>
    </div>
  )
}

export default Places
