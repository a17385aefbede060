import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { fullDay, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Bars } from "../../parts/charts/bars.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { withQuery } from "../../router.tsx"
import { EventCards } from "./eventCards.tsx"
import { AttendingHead } from "./head.tsx"

const { attending } = messages

type Stats = Answer<"attending", "stats">

const [maxComing, maxLatest] = [3, 6]

const Coming = () => {
  const path = `/v1/attending/upcoming?limit=${maxComing}`
  const { data } = useRead<Answer<"attending", "upcoming">>(path)
  return data === undefined || data.data.length === 0 ? undefined : (
    <section>
      <h2>{attending.coming}</h2>
      <EventCards events={data.data} isComing />
    </section>
  )
}

const Latest = () => {
  const path = `/v1/attending/recent?limit=${maxLatest}`
  const read = useRead<Answer<"attending", "recent">>(path)
  return (
    <Shown path={path} read={read} lines={maxLatest}>
      {({ data, pagination }) => {
        const [newest] = data
        if (newest === undefined) return <></>
        return (
          <section>
            {newest.event_date.slice(0, 4) === today().slice(0, 4) ? undefined : (
              <p class="attending-sum">{attending.latestOn(fullDay(newest.event_date))}</p>
            )}
            <header class="section">
              <h2>{attending.latest}</h2>
              <a class="quiet small" href="attending/events?attended=true">
                {attending.allEvents(pagination.total)}
              </a>
            </header>
            <EventCards events={data} />
          </section>
        )
      }}
    </Shown>
  )
}

/** As a friend would say: how many there were, and how many this year. */
const Sum = ({
  stats: { attended_events: attended, by_year: years, total_events: total },
}: {
  readonly stats: Stats
}) => {
  const now = years.find(({ year }) => year === today().slice(0, 4))
  return (
    <p class="attending-sum">
      {[
        attending.sum(attended),
        now === undefined ? "" : attending.sumOfYear(now.count),
        total > attended ? attending.sumMissed(total - attended) : "",
      ]
        .filter((part) => part !== "")
        .join(" ")}
    </p>
  )
}

const Attending = () => {
  const path = "/v1/attending/stats"
  const read = useRead<Stats>(path)
  return (
    <div class="hue-attending">
      <AttendingHead />
      <Shown path={path} read={read} lines={8}>
        {(stats) =>
          stats.total_events === 0 ? (
            <NothingYet />
          ) : (
            <>
              <Sum stats={stats} />
              <Coming />
              <Latest />
              <div class="halves">
                <section class="card">
                  <h2>{attending.kinds}</h2>
                  <Bars
                    bars={stats.by_event_type.map(({ count, event_type: type }) => ({
                      name: attending.type(type),
                      value: count,
                      to: withQuery("/attending/events", { event_type: type }),
                    }))}
                  />
                </section>
                <section class="card">
                  <h2>{attending.years}</h2>
                  <Bars
                    bars={stats.by_year.map(({ count, year }) => ({
                      name: year,
                      value: count,
                      to: withQuery("/attending/events", { year }),
                    }))}
                  />
                </section>
              </div>
            </>
          )
        }
      </Shown>
    </div>
  )
}

export default Attending
