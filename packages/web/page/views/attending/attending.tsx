import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { number } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { DomainOverview } from "../../parts/domainOverview.tsx"
import { Bars } from "../../parts/charts/bars.tsx"
import { Facts } from "../../parts/facts.tsx"
import { MapOf } from "../../parts/map.tsx"
import { Shown } from "../../parts/states.tsx"
import { MonthlyChart, rangeOfSpan, Spans } from "../../parts/period.tsx"
import { type Address, navigate, place, withQuery } from "../../router.tsx"
import { EventLines } from "./eventLine.tsx"
import { AttendingHead } from "./head.tsx"

const { attending } = messages

const maxListed = 6

const Coming = () => {
  const path = `/v1/attending/upcoming?limit=${maxListed}`
  const read = useRead<Answer<"attending", "upcoming">>(path)
  return (
    <section>
      <h2>{attending.coming}</h2>
      <Shown path={path} read={read} lines={3}>
        {({ data }) =>
          data.length === 0 ? <p class="quiet">{attending.nothingComing}</p> : <EventLines events={data} />
        }
      </Shown>
    </section>
  )
}

const Latest = () => {
  const path = `/v1/attending/recent?limit=${maxListed}`
  const read = useRead<Answer<"attending", "recent">>(path)
  return (
    <section>
      <header class="section">
        <h2>{attending.latest}</h2>
        <a class="quiet small" href="attending/events">
          {attending.all}
        </a>
      </header>
      <Shown path={path} read={read} lines={maxListed}>
        {({ data }) =>
          data.length === 0 ? <p class="quiet">{attending.none}</p> : <EventLines events={data} />
        }
      </Shown>
    </section>
  )
}

const SeenMost = () => {
  const path = `/v1/attending/performers?limit=${maxListed}`
  const read = useRead<Answer<"attending", "performers">>(path)
  return (
    <section>
      <header class="section">
        <h2>{attending.seenMost}</h2>
        <a class="quiet small" href="attending/performers">
          {attending.all}
        </a>
      </header>
      <Shown path={path} read={read} lines={maxListed}>
        {({ data }) => (
          <Bars
            bars={data.map(({ id, name, times_seen: times }) => ({
              name,
              value: times,
              to: itemPath("attending", { type: "performer", id }),
            }))}
          />
        )}
      </Shown>
    </section>
  )
}

const Venues = ({ at }: { readonly at: string | null }) => {
  const path = "/v1/attending/map"
  const read = useRead<Answer<"attending", "map">>(path)
  const points = useMemo(
    () =>
      read.data?.features.map(({ geometry, id, properties }) => {
        const [lng = 0, lat = 0] = geometry.coordinates
        return {
          id: String(id),
          lng,
          lat,
          weight: properties.times_seen,
          name: properties.name,
          group: properties.city,
          to: itemPath("attending", { type: "venue", id }),
        }
      }) ?? [],
    [read.data],
  )
  return (
    <section>
      <h2>{attending.map}</h2>
      <Shown path={path} read={read} lines={10}>
        {() => (
          <MapOf
            label={attending.onMap(points.length)}
            points={points}
            counted={attending.times}
            at={at}
            height={360}
            onMoved={(to) => navigate(withQuery(place.get(), { at: to }), { replace: true })}
          />
        )}
      </Shown>
    </section>
  )
}

/** Upcoming and past events, when and where they were, and who was seen most. */
const Attending = ({ query }: Address) => {
  const stats = useRead<Answer<"attending", "stats">>("/v1/attending/stats")
  const shown = (value: number | undefined) => (value === undefined ? "–" : number(value))
  const { attended_events: attended, total_events: total } = stats.data ?? {}
  return (
    <div class="hue-attending">
      <AttendingHead />
      <DomainOverview domain="attending" also="/v1/attending/events?limit=1">
        <Facts
          facts={[
            [attending.events, shown(total)],
            [attending.facts.attended, shown(attended)],
            [
              attending.facts.missed,
              total === undefined || attended === undefined ? "–" : number(total - attended),
            ],
          ]}
        />
        <div class="columns">
          <Latest />
          <div>
            <Coming />
            <SeenMost />
          </div>
        </div>
        <section>
          <Spans domain="attending" />
          <MonthlyChart domain="attending" range={rangeOfSpan(query)} />
        </section>
        <Shown path="/v1/attending/stats" read={stats} lines={6}>
          {({ by_event_type: types, by_year: years }) => (
            <div class="columns">
              <section>
                <h2>{attending.kinds}</h2>
                <Bars
                  bars={types.map(({ count, event_type: type }) => ({
                    name: attending.type(type),
                    value: count,
                    to: withQuery("/attending/events", { event_type: type }),
                  }))}
                />
              </section>
              <section>
                <h2>{attending.years}</h2>
                <Bars
                  bars={years.map(({ count, year }) => ({
                    name: year,
                    value: count,
                    to: withQuery("/attending/events", { year }),
                  }))}
                />
              </section>
            </div>
          )}
        </Shown>
        <Venues at={query.get("at")} />
      </DomainOverview>
    </div>
  )
}

export default Attending
