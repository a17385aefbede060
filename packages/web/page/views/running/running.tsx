import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { isYear, pathWithQuery } from "../../data/queryString.ts"
import { useAll } from "../../data/useAll.ts"
import { useRead } from "../../data/useRead.ts"
import { countsMiles, dayOf, distance, height, minutes, number, pace, shortDay, today } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { DomainOverview } from "../../parts/domainOverview.tsx"
import { Facts } from "../../parts/facts.tsx"
import { HeatMap } from "../../parts/charts/heatMap.tsx"
import { MapOf } from "../../parts/map.tsx"
import { Series } from "../../parts/charts/series.tsx"
import { EmptyState, Shown, Skeleton } from "../../parts/states.tsx"
import { rangeOfSpan, Spans } from "../../parts/period.tsx"
import { type Address, navigate, place, withQuery } from "../../router.tsx"
import { RunningHead } from "./head.tsx"
import { RecordLines } from "./recordLines.tsx"
import { type Run, RunLines } from "./runLine.tsx"
import { milesByMonth, type Totals, totalsOf } from "./sums.ts"

const { running } = messages

const maxListed = 6

const Sums = ({ totals }: { readonly totals: Totals | undefined }) => {
  const shown = (write: (all: Totals) => string) => (totals === undefined ? "–" : write(totals))
  return (
    <Facts
      facts={[
        [running.facts.runs, shown(({ total_runs: runs }) => number(runs))],
        [running.facts.distance, shown(({ total_distance_mi: miles }) => distance(miles))],
        [running.facts.time, shown(({ total_duration_s: seconds }) => minutes(seconds / 60))],
        [running.facts.climb, shown(({ total_elevation_ft: feet }) => height(feet))],
        [
          running.facts.pace,
          shown(({ total_distance_mi: miles, total_duration_s: seconds }) => pace(seconds, miles)),
        ],
        [running.facts.longest, shown(({ longest_run_mi: miles }) => distance(miles))],
        [running.facts.races, shown(({ race_count: races }) => number(races))],
      ]}
    />
  )
}

const inUnits = (miles: number) => Math.round(miles * (countsMiles ? 10 : 16.09344)) / 10
const said = (units: number) => distance(countsMiles ? units : units / 1.609344)

const OverTime = ({
  granularity,
  points,
}: {
  readonly granularity: "month" | "year"
  readonly points: ReadonlyArray<{ readonly start: string; readonly count: number }>
}) => {
  const shown = useMemo(() => points.map(({ count, start }) => ({ start, count: inUnits(count) })), [points])
  const total = points.reduce((sum, { count }) => sum + count, 0)
  return (
    <section>
      <h2>{running.distanceOverTime}</h2>
      <Series points={shown} granularity={granularity} counted={said} label={distance(total)} />
    </section>
  )
}

/** The runs of a year or of twelve months: their sums, and their miles by month. */
const OfMonths = ({ range, span }: { readonly range: string; readonly span: string }) => {
  const path = pathWithQuery("/v1/running/activities", range)
  const read = useAll<Run>(path)
  const from = new URLSearchParams(range).get("from") ?? today()
  const points = useMemo(() => {
    const to = isYear(span) ? `${span}-12` : today().slice(0, 7)
    return milesByMonth(read.data ?? [], from.slice(0, 7), to, dayOf)
    // The pages of the list are put together again each time.
  }, [read.data?.length, read.data?.[0]?.id, from, span])
  return (
    <>
      <Sums totals={read.data === undefined ? undefined : totalsOf(read.data)} />
      <Shown path={path} read={read} lines={5}>
        {(runs) =>
          runs.length === 0 ? (
            <EmptyState title={running.none} />
          ) : (
            <OverTime points={points} granularity="month" />
          )
        }
      </Shown>
    </>
  )
}

/** The runs of all time: their sums, and their miles by year. */
const OfYears = () => {
  const stats = useRead<Answer<"running", "stats">>("/v1/running/stats")
  const path = "/v1/running/stats/years?limit=100"
  const years = useRead<Answer<"running", "years">>(path)
  const points = useMemo(() => {
    const miles = new Map(years.data?.data.map(({ total_distance_mi: all, year }) => [year, all]))
    const all = [...miles.keys()]
    const [first, last] = [Math.min(...all), Math.max(...all)]
    return Array.from({ length: all.length === 0 ? 0 : last - first + 1 }, (_, at) => ({
      start: `${first + at}-01-01`,
      count: miles.get(first + at) ?? 0,
    }))
  }, [years.data])
  return (
    <>
      <Sums totals={stats.data} />
      <Shown path={path} read={years} lines={5}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState hint={messages.states.emptyHint} />
          ) : (
            <OverTime points={points} granularity="year" />
          )
        }
      </Shown>
    </>
  )
}

const Days = ({ span }: { readonly span: string }) => {
  const path = `/v1/running/calendar${isYear(span) ? `?year=${span}` : ""}`
  const calendar = useRead<Answer<"running", "calendar">>(path)
  return (
    <section>
      <h2>{isYear(span) ? span : today().slice(0, 4)}</h2>
      <Shown path={path} read={calendar} lines={4}>
        {(year) => <HeatMap year={year} dayPath={(day) => `/timeline?domain=running&date=${day}`} />}
      </Shown>
    </section>
  )
}

const Lines = ({ at, range }: { readonly at: string | null; readonly range: string }) => {
  const path = pathWithQuery("/v1/running/map", range)
  const read = useRead<Answer<"running", "map">>(path)
  const lines = useMemo(
    () =>
      read.data?.features.map(({ geometry, id, properties }) => ({
        id,
        coordinates: geometry.coordinates,
        name: [
          properties.name,
          distance(properties.distance_mi),
          shortDay(dayOf(properties.started_at)),
        ].join(" · "),
        to: itemPath("running", { type: "run", id }),
      })) ?? [],
    [read.data],
  )
  return (
    <section>
      <h2>{running.map}</h2>
      {read.data === undefined && read.failure === undefined ? (
        <Skeleton lines={10} />
      ) : (
        <Shown path={path} read={read}>
          {() => (
            <MapOf
              label={running.onMap(lines.length)}
              lines={lines}
              at={at}
              onMoved={(to) => navigate(withQuery(place.get(), { at: to }), { replace: true })}
            />
          )}
        </Shown>
      )}
    </section>
  )
}

const Newest = () => {
  const path = `/v1/running/recent?limit=${maxListed}`
  const read = useRead<Answer<"running", "recent">>(path)
  return (
    <section>
      <header class="section">
        <h2>{running.newest}</h2>
        <a class="quiet small" href="running/activities">
          {running.all}
        </a>
      </header>
      <Shown path={path} read={read} lines={maxListed}>
        {({ data }) => (data.length === 0 ? <p class="quiet">{running.none}</p> : <RunLines runs={data} />)}
      </Shown>
    </section>
  )
}

const Best = () => {
  const path = "/v1/running/records"
  const read = useRead<Answer<"running", "records">>(path)
  return (
    <section>
      <header class="section">
        <h2>{running.records}</h2>
        <a class="quiet small" href="running/records">
          {running.all}
        </a>
      </header>
      <Shown path={path} read={read} lines={maxListed}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{running.noRecords}</p>
          ) : (
            <RecordLines records={data.slice(0, maxListed)} />
          )
        }
      </Shown>
    </section>
  )
}

/** The runs of a span: their totals, when and where they were, and the newest and the best of all. */
const Running = ({ query }: Address) => {
  const range = rangeOfSpan(query)
  const span = query.get("period") ?? ""
  return (
    <div class="hue-running">
      <RunningHead />
      <DomainOverview domain="running">
        <Spans domain="running" />
        {range === "" ? <OfYears /> : <OfMonths key={range} range={range} span={span} />}
        <Days span={span} />
        <div class="columns">
          <Newest />
          <Best />
        </div>
        <Lines key={`map ${range}`} range={range} at={query.get("at")} />
      </DomainOverview>
    </div>
  )
}

export default Running
