import type { Answer } from "../../data/responses.ts"
import { isYear } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { percent, today } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Endless, firstPage } from "../../parts/lists/infiniteList.tsx"
import { Ring } from "../../parts/ring.tsx"
import { EmptyState, Shown } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import type { AttendedEvent } from "./eventLine.tsx"
import { GameStubs } from "./gameStubs.tsx"
import { AttendingHead } from "./head.tsx"
import { resultOf, shareWon } from "./results.ts"

const { attending } = messages

type Season = Answer<"attending", "season">
type Team = Season["teams"][number]

/** Games won, tied and lost as parts of a bar, and as a record. */
const Record = ({ lost, tied, won }: Pick<Team, "won" | "lost" | "tied">) => (
  <td>
    <span class="record">
      <span class="record-bar" aria-hidden="true">
        {Object.entries({ won, tied, lost }).map(([result, games]) =>
          games === 0 ? undefined : (
            <i key={result} class={`record-${result}`} style={{ flexGrow: String(games) }}>
              {games}
            </i>
          ),
        )}
      </span>
      {attending.recordOf(won, lost, tied)}
    </span>
  </td>
)

/** The record of each team in the games that were attended. */
const Teams = ({ teams }: { readonly teams: Season["teams"] }) => (
  <section class="card">
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
        {teams.map(({ games, id, name, ...record }) => (
          <tr key={id}>
            <th scope="row">
              <a href={itemPath("attending", { type: "team", id }).slice(1)}>{name}</a>
            </th>
            <td>{games}</td>
            <Record {...record} />
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** The games of a team next to the missed ones, if there are enough of both. */
const Luck = ({ events, team }: { readonly events: ReadonlyArray<AttendedEvent>; readonly team: Team }) => {
  const results = (isSeen: boolean) =>
    events
      .filter((event) => event.attended === isSeen)
      .map((event) => resultOf(event, team.id))
      .filter((result) => result !== undefined)
  const [seen, missed] = [results(true), results(false)]
  const [withYou, without] = [shareWon(seen), shareWon(missed)]
  if (withYou === undefined || without === undefined) return undefined
  const said =
    withYou > without ? attending.winMore : withYou < without ? attending.winLess : attending.winSame
  return (
    <div>
      <p class="season-luck">{said}</p>
      <p class="quiet">{attending.shares(percent(withYou), seen.length, percent(without), missed.length)}</p>
    </div>
  )
}

/** The team that was seen most, its record, and whether it wins more when the owner is there. */
const Followed = ({
  isWhole,
  season,
  team,
}: {
  readonly season: Season
  readonly team: Team
  readonly isWhole: boolean
}) => {
  const { lost, name, tied, won } = team
  const decided = won + lost + tied
  return (
    <section class="card season-team">
      {decided === 0 ? undefined : (
        <Ring
          share={won / decided}
          value={attending.recordOf(won, lost, tied)}
          note={tied === 0 ? attending.recordWords : attending.recordWordsTied}
        />
      )}
      <div>
        <h2>{attending.asYouSaw(name)}</h2>
        <p class="quiet">{attending.attendedOf(team.games)}</p>
        {isWhole ? <Luck events={season.data} team={team} /> : undefined}
      </div>
    </section>
  )
}

/** Every season of a league that was followed, with the team that was seen most in it. */
const AllSeasons = ({ league }: { readonly league: string }) => {
  const { data: seasons } = useRead<Answer<"attending", "seasons">>(`/v1/attending/seasons/${league}`)
  if (seasons === undefined || seasons.data.length < 2) return undefined
  return (
    <section class="card">
      <h2>{attending.allSeasons}</h2>
      <table class="standings">
        <thead>
          <tr>
            <th scope="col">{attending.season}</th>
            <th scope="col">{attending.team}</th>
            <th scope="col">{attending.games}</th>
            <th scope="col">{attending.record}</th>
          </tr>
        </thead>
        <tbody>
          {seasons.data.map(({ attended, season, team }) => (
            <tr key={season}>
              <th scope="row">
                <a href={`attending/seasons?league=${league}&season=${season}`}>{season}</a>
              </th>
              <td>{team?.name}</td>
              <td>{attended}</td>
              {team === undefined ? <td /> : <Record {...team} />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const OfLeague = ({ league, season }: { readonly league: string; readonly season: string }) => {
  const path = `/v1/attending/seasons/${league}/${season}`
  const { data } = useRead<Season>(firstPage(path))
  const [followed] = data?.teams ?? []
  return (
    <>
      {data === undefined || followed === undefined ? undefined : (
        <div class="halves">
          <Followed season={data} team={followed} isWhole={data.pagination.total_pages === 1} />
          <Teams teams={data.teams.slice(0, 8)} />
        </div>
      )}
      <section>
        <header class="section">
          <h2>{attending.seasonStubs}</h2>
          <span class="quiet small">{data === undefined ? "" : attending.attendedOf(data.attended)}</span>
        </header>
        <Endless<AttendedEvent> path={path} empty={<EmptyState title={attending.noGames} />}>
          {(events) => <GameStubs events={events} team={followed?.id ?? 0} />}
        </Endless>
      </section>
      <AllSeasons league={league} />
    </>
  )
}

/** A season of a league in stubs, and the record of each team in the games that were attended. */
const SeasonView = ({ query }: Address) => {
  const path = "/v1/attending/stats"
  const stats = useRead<Answer<"attending", "stats">>(path)
  return (
    <div class="hue-attending">
      <AttendingHead />
      <Shown path={path} read={stats} lines={8}>
        {({ by_event_type: types, by_year: years, total_events: total }) => {
          if (total === 0) return <NothingYet />
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
              <div class="season-choices">
                <Choices label={attending.league} name="league" options={leagues} />
                <Choices
                  label={attending.season}
                  name="season"
                  options={years.map(({ year }) => ({ value: year, label: year }))}
                />
              </div>
              <OfLeague league={league.value} season={isYear(asked) ? asked : newest} />
            </>
          )
        }}
      </Shown>
    </div>
  )
}

export default SeasonView
