import type { Answer } from "../../data/responses.ts"
import { isYear } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { today } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/choices.tsx"
import { Endless, firstPage } from "../../parts/infiniteList.tsx"
import { EmptyState, Shown } from "../../parts/states.tsx"
import type { Address } from "../../router.tsx"
import { type AttendedEvent, EventLines } from "./eventLine.tsx"
import { AttendingHead } from "./head.tsx"

const { attending } = messages

type Season = Answer<"attending", "season">

/** The record of each team in the games that were attended. */
const Teams = ({ teams }: { readonly teams: Season["teams"] }) => (
  <section>
    <h2>{attending.teams}</h2>
    <table class="standings">
      <thead>
        <tr>
          <th scope="col">{attending.team}</th>
          <th scope="col">{attending.games}</th>
          <th scope="col">{attending.record}</th>
        </tr>
      </thead>
      <tbody>
        {teams.map(({ games, id, lost, name, tied, won }) => (
          <tr key={id}>
            <th scope="row">
              <a href={itemPath("attending", { type: "team", id }).slice(1)}>{name}</a>
            </th>
            <td>{games}</td>
            <td>{attending.recordOf(won, lost, tied)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const OfLeague = ({ league, season }: { readonly league: string; readonly season: string }) => {
  const path = `/v1/attending/seasons/${league}/${season}`
  const read = useRead<Season>(firstPage(path))
  return (
    <>
      {read.data === undefined || read.data.teams.length === 0 ? undefined : (
        <Teams teams={read.data.teams} />
      )}
      <section>
        <h2>{read.data === undefined ? attending.games : attending.attendedOf(read.data.attended)}</h2>
        <Endless<AttendedEvent> path={path} empty={<EmptyState title={attending.noGames} />}>
          {(events) => <EventLines events={events} />}
        </Endless>
      </section>
    </>
  )
}

/** A season of a league: its stored games, and the record of each team in the ones that were attended. */
const SeasonView = ({ query }: Address) => {
  const path = "/v1/attending/stats"
  const stats = useRead<Answer<"attending", "stats">>(path)
  return (
    <div class="hue-attending">
      <AttendingHead />
      <Shown path={path} read={stats} lines={8}>
        {({ by_event_type: types, by_year: years }) => {
          const leagues = types
            .filter(({ event_type: type }) => type.endsWith("_game"))
            .map(({ event_type: type }) => ({
              value: type.replace(/_game$/, ""),
              label: attending.type(type),
            }))
          const [first] = leagues
          if (first === undefined) return <EmptyState title={attending.noGames} />
          const asked = query.get("season") ?? ""
          const newest = years[0]?.year ?? today().slice(0, 4)
          const league = leagues.find(({ value }) => value === query.get("league")) ?? first
          return (
            <>
              <Choices label={attending.league} name="league" options={leagues} />
              <Choices
                label={attending.season}
                name="season"
                options={years.map(({ year }) => ({ value: year, label: year }))}
              />
              <OfLeague league={league.value} season={isYear(asked) ? asked : newest} />
            </>
          )
        }}
      </Shown>
    </div>
  )
}

export default SeasonView
