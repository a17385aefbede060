import { useState } from "preact/hooks"
import type { Answer, Entry } from "../../data/responses.ts"
import { standing } from "../../data/session.ts"
import { useSignal } from "../../data/signal.ts"
import { useRead } from "../../data/useRead.ts"
import { longDay, today } from "../../format.ts"
import { domains, itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Entries } from "../../parts/entries.tsx"
import { HeatMap } from "../../parts/charts/heatMap.tsx"
import { Shown } from "../../parts/states.tsx"
import { Tile } from "../../parts/tile.tsx"
import { Time } from "../../parts/time.tsx"
import { Title } from "../../parts/title.tsx"
import { NowPlayingBand } from "./nowPlaying.tsx"

const { heatMap, home, setUp } = messages

/** The newest entry of each domain. An own type, since the response's names every domain of Daybook and no other. */
type Latest = Readonly<Record<string, Entry | undefined>>

const maxPerYear = 4

const LatestOfAll = ({ latest }: { readonly latest: Latest }) => (
  <ul class="latest">
    {domains.map((domain) => {
      const entry = latest[domain]
      return entry === undefined ? undefined : (
        <li key={domain} class={`hue-${domain}`}>
          <a href={itemPath(domain, entry.item).slice(1)}>
            <Tile name={entry.title} image={entry.image} />
            <span class="entry-text">
              <span class="mark">{messages.domain(domain)}</span>
              <span class="entry-title">{entry.title}</span>
              <span class="quiet">
                {entry.subtitle === "" ? undefined : `${entry.subtitle} · `}
                <Time at={entry.at} dayOnly={entry.day_only} />
              </span>
            </span>
          </a>
        </li>
      )
    })}
  </ul>
)

const DaysOfAYear = () => {
  const now = Number(today().slice(0, 4))
  const [year, setYear] = useState(now)
  const path = `/v1/calendar?year=${year}`
  const calendar = useRead<Answer<"journal", "calendar">>(path)
  return (
    <section>
      <header class="section">
        <h2>{heatMap.title(year)}</h2>
        <span class="pair">
          <button type="button" class="plain" aria-label={heatMap.earlier} onClick={() => setYear(year - 1)}>
            ←
          </button>
          <button
            type="button"
            class="plain"
            aria-label={heatMap.later}
            disabled={year >= now}
            onClick={() => setYear(year + 1)}
          >
            →
          </button>
        </span>
      </header>
      <Shown path={path} read={calendar} lines={4}>
        {(data) => <HeatMap year={data} dayPath={(day) => `/timeline?date=${day}`} />}
      </Shown>
    </section>
  )
}

/** A store with nothing in it leads to what fills it. */
const Nothing = () => {
  const now = useSignal(standing)
  return (
    <div class="empty">
      <h2>{setUp.empty}</h2>
      <p>{setUp.emptyLead}</p>
      {now.state === "in" && now.session.scope === "admin" ? (
        <a class="button button-main" href="settings/setup">
          {setUp.begin}
        </a>
      ) : (
        <p class="quiet">{setUp.needsAdmin}</p>
      )}
    </div>
  )
}

/** Shows what the owner has been doing: now, today, lately, and on this day. */
const Home = () => {
  const days = useRead<Answer<"journal", "onThisDay">>("/v1/feed/on-this-day")
  const latest = useRead<Latest>("/v1/now")
  const streaks = useRead<Answer<"journal", "streaks">>("/v1/streaks")
  const streak = streaks.data?.current.days ?? 0
  const thisYear = Number(today().slice(0, 4))
  const ofToday = days.data?.years.find(({ year }) => year === thisYear)?.data ?? []
  const before = days.data?.years.filter(({ year }) => year < thisYear) ?? []
  if (latest.data !== undefined && Object.values(latest.data).every((entry) => entry === undefined)) {
    return (
      <>
        <Title title={longDay(today())} window={messages.name} />
        <Nothing />
      </>
    )
  }
  return (
    <>
      <Title
        title={longDay(today())}
        window={messages.name}
        lead={streak > 1 ? home.streak(streak) : "\u00a0"}
      />
      <NowPlayingBand />
      <div class="columns">
        <section>
          <h2>{home.today}</h2>
          <Shown path="/v1/feed/on-this-day" read={days} lines={6}>
            {() =>
              ofToday.length === 0 ? <p class="quiet">{home.nothingToday}</p> : <Entries entries={ofToday} />
            }
          </Shown>
        </section>
        <section>
          <h2>{home.latest}</h2>
          <Shown path="/v1/now" read={latest} lines={7}>
            {(data) => <LatestOfAll latest={data} />}
          </Shown>
        </section>
      </div>
      <DaysOfAYear />
      <section>
        <h2>{home.onThisDay}</h2>
        <Shown path="/v1/feed/on-this-day" read={days} lines={6}>
          {({ date }) =>
            before.length === 0 ? (
              <p class="quiet">{home.nothingOnThisDay}</p>
            ) : (
              <div class="years-ago">
                {before.map(({ data, year }) => (
                  <section key={year}>
                    <h3>
                      {home.yearsAgo(thisYear - year)} <span class="quiet">{year}</span>
                    </h3>
                    <Entries entries={data.slice(0, maxPerYear)} />
                    {data.length > maxPerYear ? (
                      <a class="more" href={`timeline?date=${year}${date.slice(4)}`}>
                        {home.more(data.length - maxPerYear)}
                      </a>
                    ) : undefined}
                  </section>
                ))}
              </div>
            )
          }
        </Shown>
      </section>
    </>
  )
}

export default Home
