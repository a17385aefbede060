import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { isYear, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { distance, fullDay, height, minutes, percent, shortDay, today, unitsOfMile } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { YearLines } from "../../parts/charts/yearLines.tsx"
import { Series } from "../../parts/charts/series.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Ring } from "../../parts/ring.tsx"
import { EmptyState, Shown } from "../../parts/notices/states.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { DaysOfMonth } from "./daysOfMonth.tsx"
import { RunningHead } from "./head.tsx"
import { RecordLines } from "./recordLines.tsx"
import { RunCards } from "./runCards.tsx"
import { addedUp, courseOf, dayOfYear, daysAfter, daysIn, milesByDay, milesByWeek } from "./sums.ts"

const { running } = messages

type Training = Answer<"running", "training">

const [weeksShown, maxRecords, maxCards] = [26, 6, 4]

const inUnits = (miles: number) => miles * unitsOfMile
const written = (units: number) => distance(units / unitsOfMile)
/** In whole units: a sum of a year needs no tenths. */
const whole = (miles: number) => written(Math.round(inUnits(miles)))

/** The last day that a year is known up to: today in the current one. */
const lastDayOf = (year: number) => {
  const end = `${String(year).padStart(4, "0")}-12-31`
  return end < today() ? end : today()
}

/** The distance of the year added up, next to the year before, with its projection. */
const AddedUp = ({ training }: { readonly training: Training }) => {
  const { cumulative, previous, total_distance_mi: miles, year } = training
  const last = lastDayOf(year)
  const isNow = last === today()
  const course = isNow ? courseOf(miles, last) : undefined
  const values = useMemo(() => addedUp(cumulative, dayOfYear(last) + 1).map(inUnits), [cumulative, last])
  const before = useMemo(
    () => (previous === undefined ? [] : addedUp(previous.cumulative, daysIn(year - 1)).map(inUnits)),
    [previous],
  )
  const lastYear = previous === undefined ? "" : whole(previous.total_distance_mi)
  return (
    <section class="card training-sum">
      <header>
        <div>
          <h2 class="training-total">{running.inYear(whole(miles), year)}</h2>
          <p class="quiet">
            {[
              course === undefined ? "" : running.onCourse(whole(course)),
              lastYear === ""
                ? ""
                : isNow
                  ? running.lastYear(lastYear)
                  : running.yearBefore(year - 1, lastYear),
            ]
              .filter((part) => part !== "")
              .join(" ")}
          </p>
        </div>
        {previous === undefined || previous.total_distance_mi === 0 ? undefined : (
          <Ring
            share={miles / previous.total_distance_mi}
            value={percent(miles / previous.total_distance_mi)}
            note={running.ofYear(year - 1)}
          />
        )}
      </header>
      <YearLines
        label={running.addedUp(year, previous === undefined ? undefined : year - 1)}
        values={values}
        before={before}
        course={course === undefined ? undefined : inUnits(course)}
        said={(day, now, then) =>
          running.addedUpTo(
            shortDay(daysAfter(`${String(year).padStart(4, "0")}-01-01`, day)),
            now === undefined ? "" : written(now),
            then === undefined ? "" : running.yearBefore(year - 1, written(then)),
          )
        }
      />
      <p class="quiet small">
        {[
          running.runsOf(training.total_runs),
          minutes(training.total_duration_s / 60),
          running.up(height(training.total_elevation_ft)),
          running.longestOf(distance(training.longest_run_mi)),
          training.race_count === 0 ? "" : running.racesOf(training.race_count),
        ]
          .filter((part) => part !== "")
          .join(" · ")}
      </p>
    </section>
  )
}

const Weeks = ({ days, last }: { readonly days: ReadonlyMap<string, number>; readonly last: string }) => {
  const points = useMemo(
    () => milesByWeek(days, last, weeksShown).map(({ count, start }) => ({ start, count: inUnits(count) })),
    [days, last],
  )
  return (
    <section class="card">
      <h2>{running.byWeek}</h2>
      <Series
        points={points}
        granularity="week"
        counted={written}
        label={running.byWeekHint(weeksShown)}
        height={290}
      />
    </section>
  )
}

/** The best of all runs. It is next to the weeks, and loads on its own. */
const Best = () => {
  const path = "/v1/running/records"
  const read = useRead<Answer<"running", "records">>(path)
  return (
    <section class="card">
      <header class="section">
        <h2>{running.records}</h2>
        <a class="quiet small" href="running/records">
          {running.all}
        </a>
      </header>
      <Shown path={path} read={read} lines={maxRecords}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{running.noRecords}</p>
          ) : (
            <RecordLines records={data.slice(0, maxRecords)} />
          )
        }
      </Shown>
    </section>
  )
}

const Lately = ({ range }: { readonly range: Readonly<Record<string, string>> }) => {
  const path = withQuery("/v1/running/recent", { ...range, limit: String(maxCards) })
  const read = useRead<Answer<"running", "recent">>(path)
  return (
    <section>
      <header class="section">
        <h2>{running.newest}</h2>
        <a class="quiet small" href={withQuery("/running/activities", range).slice(1)}>
          {read.data === undefined ? running.all : running.allRuns(read.data.pagination.total)}
        </a>
      </header>
      <Shown path={path} read={read} lines={4}>
        {({ data }) => <RunCards runs={data} />}
      </Shown>
    </section>
  )
}

const YearOfTraining = ({
  isAsked,
  training,
}: {
  readonly training: Training
  readonly isAsked: boolean
}) => {
  const { cumulative, previous, year, years } = training
  const days = useMemo(() => {
    const ofYear = milesByDay(cumulative)
    return { ofYear, all: new Map([...milesByDay(previous?.cumulative ?? []), ...ofYear]) }
  }, [cumulative, previous])
  const newest = cumulative.at(-1)?.date ?? ""
  const isBehind = !isAsked && String(year) !== today().slice(0, 4)
  const range = isAsked ? { from: `${year}-01-01`, to: `${year}-12-31` } : {}
  return (
    <>
      <Choices
        label={running.year}
        name="year"
        standard={String(years[0])}
        options={years.map((one) => ({ value: String(one), label: String(one) }))}
      />
      {isBehind ? <p class="newest-note">{running.latestOn(fullDay(newest))}</p> : undefined}
      {training.total_runs === 0 ? (
        <EmptyState title={running.noneIn(year)} />
      ) : (
        <>
          <div class="training-top">
            <AddedUp training={training} />
            <DaysOfMonth key={newest} miles={days.ofYear} newest={newest} />
          </div>
          <Lately range={range} />
          <div class="halves">
            <Weeks days={days.all} last={isBehind || isAsked ? newest : today()} />
            <Best />
          </div>
        </>
      )}
    </>
  )
}

/** The training of a year: the newest that has runs, unless the address names one. */
const Running = ({ query }: Address) => {
  const asked = query.get("year") ?? ""
  const isAsked = isYear(asked)
  const path = pathWithQuery("/v1/running/training", isAsked ? `year=${asked}` : "")
  const read = useRead<Training>(path)
  return (
    <div class="hue-running">
      <RunningHead />
      <Shown path={path} read={read} lines={10}>
        {(training) =>
          training.years.length === 0 ? (
            <NothingYet />
          ) : (
            <YearOfTraining key={training.year} training={training} isAsked={isAsked} />
          )
        }
      </Shown>
    </div>
  )
}

export default Running
