import "./listening.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { DomainOverview } from "../../parts/domainOverview.tsx"
import { Choices } from "../../parts/choices.tsx"
import { Facts } from "../../parts/facts.tsx"
import { ActivityClock } from "../../parts/charts/rhythm.tsx"
import { Series } from "../../parts/charts/series.tsx"
import { EmptyState, Shown } from "../../parts/states.tsx"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"
import { type Period, periodOf, periods, rangeOf, standardPeriod } from "./periods.ts"
import { type Played, type PlayedType, Ranked } from "./ranked.tsx"

const { listening } = messages

const kinds: ReadonlyArray<PlayedType> = ["artist", "album", "track"]

const Tops = ({ kind, period }: { readonly kind: PlayedType; readonly period: Period }) => {
  const path = `/v1/listening/top/${kind}s?period=${period.value}&include_sparklines=true&limit=20`
  const tops = useRead<{ readonly data: ReadonlyArray<Played> }>(path)
  return (
    <section>
      <header class="section">
        <h2>{listening.tops}</h2>
      </header>
      <Choices
        label={listening.kind}
        name="top"
        options={kinds.map((value) => ({ value, label: listening.kinds[value], hue: "listening" }))}
      />
      <Shown path={path} read={tops} lines={10}>
        {({ data }) =>
          data.length === 0 ? <EmptyState title={listening.noPlays} /> : <Ranked items={data} type={kind} />
        }
      </Shown>
    </section>
  )
}

const OverTime = ({ period }: { readonly period: Period }) => {
  const path = `/v1/listening/trends?by=${period.by}&${rangeOf(period)}`
  const trends = useRead<Answer<"listening", "trends">>(path)
  return (
    <section>
      <h2>{listening.overTime}</h2>
      <Shown path={path} read={trends} lines={5}>
        {({ granularity, points, total }) => (
          <Series
            points={points}
            granularity={granularity}
            counted={(count) => messages.entriesOf("listening", count)}
            label={messages.plays(total)}
          />
        )}
      </Shown>
    </section>
  )
}

const Discoveries = ({ period }: { readonly period: Period }) => {
  const path = `/v1/listening/discoveries?limit=10&${rangeOf(period)}`
  const found = useRead<Answer<"listening", "discoveries">>(path)
  return (
    <section>
      <h2>{listening.discoveries}</h2>
      <Shown path={path} read={found} lines={5}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{listening.noDiscoveries}</p>
          ) : (
            <Ranked items={data} type="artist" numbered={false} />
          )
        }
      </Shown>
    </section>
  )
}

/** The plays of a period: what was played most, when, and what was new. */
const Listening = ({ query }: Address) => {
  const period = periodOf(query.get("period"))
  const kind = kinds.find((one) => one === query.get("top")) ?? "artist"
  const path = `/v1/listening/stats?${rangeOf(period)}`
  const { data: stats } = useRead<Answer<"listening", "stats">>(path)
  return (
    <div class="hue-listening">
      <Title title={messages.domain("listening")} />
      <DomainOverview domain="listening">
        <Choices
          label={listening.period}
          name="period"
          standard={standardPeriod}
          options={periods.map(({ value }) => ({ value, label: listening.periods[value], hue: "listening" }))}
        />
        <Facts
          facts={[
            [listening.plays, stats === undefined ? "–" : number(stats.plays)],
            [listening.perDay, stats === undefined ? "–" : number(stats.plays_per_day)],
            [listening.kinds.artist, stats === undefined ? "–" : number(stats.artists)],
            [listening.kinds.album, stats === undefined ? "–" : number(stats.albums)],
            [listening.newArtists, stats === undefined ? "–" : number(stats.new_artists)],
          ]}
        />
        <OverTime period={period} />
        <div class="columns">
          <Tops kind={kind} period={period} />
          <div>
            <ActivityClock domain="listening" range={rangeOf(period)} />
            <Discoveries period={period} />
          </div>
        </div>
      </DomainOverview>
    </div>
  )
}

export default Listening
