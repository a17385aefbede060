import { clock, shortDay, today } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import type { AttendedEvent } from "./eventLine.tsx"
import { Crest } from "./game.tsx"
import { resultOf } from "./results.ts"

const { attending } = messages

const Game = ({ event, team }: { readonly event: AttendedEvent; readonly team: number }) => {
  const { away_team: away, home_team: home } = event
  const isComing = event.event_date > today()
  const result = resultOf(event, team)
  const score =
    home?.score === undefined || away?.score === undefined
      ? event.event_datetime === ""
        ? "–"
        : clock(event.event_datetime)
      : `${away.score}–${home.score}`
  const said = isComing
    ? attending.next
    : [event.attended ? "" : attending.missed, result === undefined ? "" : attending.results[result]]
        .filter((part) => part !== "")
        .join(" · ")
  return (
    <li>
      <a
        class={`card game game-${isComing ? "coming" : (result ?? "none")} ${event.attended ? "" : "game-missed"}`}
        href={itemPath("attending", { type: "event", id: event.id }).slice(1)}
      >
        <span class="game-line">
          <time dateTime={event.event_date}>{shortDay(event.event_date)}</time>
          <span>{said}</span>
        </span>
        <span class="game-score">
          {away === undefined ? undefined : <Crest name={away.name} />}
          <b>{score}</b>
          {home === undefined ? undefined : <Crest name={home.name} />}
        </span>
        <span class="game-line">
          <span dir="auto">{away?.name ?? event.title}</span>
          <span dir="auto">{home?.name ?? ""}</span>
        </span>
      </a>
    </li>
  )
}

/** Games as stubs, from the side of a team; upcoming ones are dashed. The guests are first. */
export const GameStubs = ({
  events,
  team,
}: {
  readonly events: ReadonlyArray<AttendedEvent>
  readonly team: number
}) => (
  <ul class="games">
    {events.map((event) => (
      <Game key={event.id} event={event} team={team} />
    ))}
  </ul>
)
