import "./attending.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { clock, fullDay } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Shown } from "../../parts/states.tsx"
import { Title } from "../../parts/title.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { Setlists } from "./setlists.tsx"
import { MapOfVenue } from "./venue.tsx"

const { attending } = messages

type Whole = Answer<"attending", "event">

const linkTo = (type: string, { id, name }: { readonly id: number; readonly name: string }) => (
  <a href={itemPath("attending", { type, id }).slice(1)}>{name}</a>
)

/** The two teams with their scores, the guests first; the winner's is in bold. */
const Score = ({
  event: { away_team: away, game_number: game, home_team: home },
}: {
  readonly event: Whole
}) => {
  if (away === undefined || home === undefined) return undefined
  // A game that is to come has none.
  if (away.score === undefined && home.score === undefined) return undefined
  const most = Math.max(away.score ?? 0, home.score ?? 0)
  return (
    <section>
      <h2>{attending.score}</h2>
      <table class="score">
        <tbody>
          {[away, home].map((team) => (
            <tr key={team.id} class={team.score === most ? "score-won" : ""}>
              <th scope="row">{linkTo("team", team)}</th>
              <td>{team.score ?? "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {game > 1 ? <p class="quiet small">{attending.gameNumber(game)}</p> : undefined}
    </section>
  )
}

const Players = ({ event: { away_team: away, home_team: home, players } }: { readonly event: Whole }) =>
  players.length === 0 ? undefined : (
    <div class="columns">
      {[away, home].map((team) =>
        team === undefined ? undefined : (
          <section key={team.id}>
            <h2>{team.name}</h2>
            <ul class="players">
              {players
                .filter(({ team_id: id }) => id === team.id)
                .map((player) => (
                  <li key={player.id}>
                    <span class="quiet">{player.jersey}</span> {linkTo("player", player)}
                  </li>
                ))}
            </ul>
          </section>
        ),
      )}
    </div>
  )

const Tickets = ({ tickets }: { readonly tickets: Whole["tickets"] }) =>
  tickets.length === 0 ? undefined : (
    <section>
      <h2>{attending.ticket}</h2>
      <ul class="tickets">
        {tickets.map((ticket) => (
          <li key={`${ticket.reservation} ${ticket.number}`}>
            <Facts
              facts={[
                [attending.ticketParts.section, ticket.section],
                [attending.ticketParts.row, ticket.row],
                [attending.ticketParts.seat, ticket.seat],
                [attending.ticketParts.reservation, ticket.reservation],
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  )

const LineUp = ({ performers }: { readonly performers: Whole["performers"] }) =>
  performers.length === 0 ? undefined : (
    <section>
      <h2>{attending.lineUp}</h2>
      <ul class="line-up">
        {performers.map((performer) => (
          <li key={performer.id}>{linkTo("performer", performer)}</li>
        ))}
      </ul>
    </section>
  )

/** An event: when and where it was, who played, the score or the songs, and the seats. */
const EventView = ({ params }: Address) => {
  const path = `/v1/attending/events/${encodeURIComponent(params["id"] ?? "")}`
  const read = useRead<Whole>(path)
  return (
    <div class="hue-attending">
      <Shown path={path} read={read} lines={8}>
        {(event) => (
          <>
            <Title
              title={event.title}
              lead={
                <>
                  {fullDay(event.event_date)}
                  {event.event_datetime === "" ? "" : `, ${clock(event.event_datetime)}`} ·{" "}
                  <a href={withQuery("/attending/events", { event_type: event.event_type }).slice(1)}>
                    {attending.type(event.event_type)}
                  </a>
                  {event.attended ? undefined : ` · ${attending.missed}`}
                </>
              }
            >
              <Correct
                domain="attending"
                type="event"
                id={event.id}
                name={event.title}
                values={{
                  ...event,
                  venue: event.venue?.name ?? "",
                  performers: event.performers.map(({ name }) => name),
                }}
              />
            </Title>
            <Score event={event} />
            <LineUp performers={event.performers} />
            <Setlists setlists={event.setlists} />
            <Tickets tickets={event.tickets} />
            {event.notes === "" ? undefined : (
              <section>
                <h2>{attending.notes}</h2>
                <p class="review">{event.notes}</p>
              </section>
            )}
            {event.venue === undefined ? undefined : (
              <section>
                <h2>{attending.where}</h2>
                <p class="event-venue">
                  {linkTo("venue", event.venue)}
                  {event.venue.city === "" ? "" : `, ${event.venue.city}`}
                </p>
                <MapOfVenue
                  venue={{
                    id: event.venue.id,
                    name: event.venue.name,
                    ...(event.lat === undefined || event.lng === undefined
                      ? {}
                      : { lat: event.lat, lng: event.lng }),
                  }}
                />
              </section>
            )}
            <Players event={event} />
          </>
        )}
      </Shown>
    </div>
  )
}

export default EventView
