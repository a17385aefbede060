import type { ComponentChildren } from "preact"
import type { Answer } from "../../data/responses.ts"
import { pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { firstWeekday, fullDay, hour, longWeekday, narrowWeekday } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Columns } from "./columns.tsx"
import { HeatMap } from "./heatMap.tsx"
import { Shown } from "../notices/states.tsx"

const { rhythm } = messages

/** The hours and the weekdays at which a domain's entries happened in a range of the API. */
export const ActivityClock = ({
  domain,
  range,
  title = rhythm.when,
}: {
  readonly domain: string
  readonly range: string
  readonly title?: string
}) => {
  const path = pathWithQuery(`/v1/${domain}/clock`, range)
  const clock = useRead<Answer<"listening", "clock">>(path)
  return (
    <section class="card">
      <h2>{title}</h2>
      <Shown path={path} read={clock} lines={5}>
        {({ hours, weekdays }) => (
          <div class="clocks">
            <Columns
              label={rhythm.byHour}
              columns={hours.map((value, at) => ({
                value,
                short: at % 6 === 0 ? hour(at) : "",
                said: `${hour(at)}: ${messages.entriesOf(domain, value)}`,
              }))}
            />
            <Columns
              label={rhythm.byWeekday}
              columns={weekdays.map((_, place) => {
                const at = (place + firstWeekday) % 7
                const value = weekdays[at] ?? 0
                return {
                  value,
                  short: narrowWeekday(at),
                  said: `${longWeekday(at)}: ${messages.entriesOf(domain, value)}`,
                }
              })}
            />
          </div>
        )}
      </Shown>
    </section>
  )
}

const Streak = ({ domain }: { readonly domain: string }) => {
  const { data } = useRead<Answer<"listening", "streaks">>(`/v1/${domain}/streaks`)
  if (data === undefined || data.longest.days < 2) return undefined
  return (
    <p class="quiet small">{rhythm.streak(data.current.days, data.longest.days, fullDay(data.longest.to))}</p>
  )
}

/** A domain's year by days. */
export const DaysOfYear = ({
  children,
  domain,
  year,
}: {
  readonly domain: string
  readonly year: string
  readonly children?: ComponentChildren
}) => {
  const path = `/v1/${domain}/calendar?year=${year}`
  const calendar = useRead<Answer<"listening", "calendar">>(path)
  return (
    <section>
      <h2>{rhythm.days(year)}</h2>
      {children}
      <Shown path={path} read={calendar} lines={4}>
        {(data) => <HeatMap year={data} dayPath={(day) => `/timeline?date=${day}&domain=${domain}`} />}
      </Shown>
    </section>
  )
}

/** A domain's year by days, and its days in a row. */
export const Days = (of: { readonly domain: string; readonly year: string }) => (
  <DaysOfYear {...of}>
    <Streak domain={of.domain} />
  </DaysOfYear>
)
